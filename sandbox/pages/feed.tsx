import { m } from "../../src/messages/messages.js";
import type { BankStatus } from "../bank-book.ts";
import type { Fault, Provider } from "../faults.ts";
import type { EventKind, JournalEvent } from "../journal.ts";
import { eurosOf, phone } from "../words.ts";
import { Layout } from "./layout.tsx";
import { BANK_STATUS, IDENTITY_STATUS, MODE_NAMES, PROVIDER_NAMES } from "./names.ts";
import { EmptyList, PageTitle, SandboxIcon, VenueName, When, type SandboxIconName } from "./parts.tsx";

/** How many events stand beside the stories. */
const SHOWN = 9;

type Sentence = { title: string; what: string; icon: SandboxIconName; tone?: "bad" | "fault" };
type Facts = JournalEvent["facts"];

/** What happens, live: the newest events beside the stories. The page's script renews the list unless it is paused. */
export function Feed({ events }: { events: readonly JournalEvent[] }) {
  return (
    <aside className="feed" aria-labelledby="feed-title" data-feed="/journal/latest">
      <header>
        <h2 className="title-3" id="feed-title">
          {m.sandbox_feed_title()}
        </h2>
        <span className="feed-live scripted" data-live={m.sandbox_feed_live()} data-paused={m.sandbox_feed_paused()}>
          {m.sandbox_feed_live()}
        </span>
        <button className="round scripted" type="button" aria-pressed="false" aria-label={m.sandbox_feed_pause()}>
          <SandboxIcon name="pause" />
          <SandboxIcon name="play" />
        </button>
      </header>
      <div data-feed-list>
        <FeedList events={events.slice(0, SHOWN)} />
      </div>
      <footer>
        <a className="link" href="/journal">
          {m.sandbox_feed_all()}
        </a>
      </footer>
    </aside>
  );
}

/** The events that the script puts into the page's list. */
export function LatestEvents({ events }: { events: readonly JournalEvent[] }) {
  return <FeedList events={events.slice(0, SHOWN)} />;
}

/** All events that are remembered. */
export function JournalPage({ events }: { events: readonly JournalEvent[] }) {
  return (
    <Layout title={m.sandbox_journal_title()} at="/">
      <div className="screen">
        <PageTitle title={m.sandbox_journal_title()} lead={m.sandbox_journal_lead()}>
          <form method="post" action="/journal">
            <button className="button button-small button-line">{m.sandbox_journal_clear()}</button>
          </form>
        </PageTitle>
        <div className="feed feed-whole">
          <FeedList events={events} />
        </div>
      </div>
    </Layout>
  );
}

function FeedList({ events }: { events: readonly JournalEvent[] }) {
  if (events.length === 0)
    return <EmptyList title={m.sandbox_feed_nothing()}>{m.sandbox_feed_nothing_hint()}</EmptyList>;
  return (
    <ol>
      {events.map((event, at) => (
        <Event key={event.id} event={event} isJoined={event.cause !== null && event.cause === events[at + 1]?.cause} />
      ))}
    </ol>
  );
}

/** `isJoined`: the next event has the same cause, and a line leads to it. */
function Event({ event, isJoined }: { event: JournalEvent; isJoined: boolean }) {
  const { title, what, icon, tone } = SENTENCES[event.kind](event.facts);
  return (
    <li data-tone={tone} data-joined={isJoined ? "" : undefined}>
      <SandboxIcon name={icon} />
      <b>
        {title}
        {event.times > 1 ? <span className="figures"> × {event.times}</span> : null}
      </b>
      <When at={event.at} />
      {what === "" ? null : <span className="feed-what">{what}</span>}
      <VenueName slug={event.venue} />
    </li>
  );
}

const text = (facts: Facts, name: string) => String(facts[name] ?? "");
const providerOf = (facts: Facts) => PROVIDER_NAMES[text(facts, "provider") as Provider];
const modeOf = (facts: Facts) => MODE_NAMES[text(facts, "mode") as Fault["mode"]];
const joined = (...parts: string[]) => parts.filter((part) => part !== "").join(", ");

const SENTENCES: Record<EventKind, (facts: Facts) => Sentence> = {
  mail: (facts) => ({
    title: m.sandbox_event_mail(),
    what: joined(text(facts, "subject"), text(facts, "to")),
    icon: "envelope-simple",
  }),
  sms: (facts) => ({ title: m.sandbox_event_sms(), what: phone(text(facts, "to")), icon: "chat-circle-text" }),
  payment: (facts) => ({
    title: m.sandbox_event_payment(),
    what: eurosOf(text(facts, "amount")),
    icon: "poker-chip",
  }),
  bank: (facts) => ({
    title: m.sandbox_event_bank(),
    what: joined(BANK_STATUS[text(facts, "status") as BankStatus].name(), eurosOf(text(facts, "amount"))),
    icon: "bank",
  }),
  webhook: webhookSentence,
  identity: (facts) => ({
    title: IDENTITY_STATUS[text(facts, "status")]?.name() ?? text(facts, "status"),
    what: text(facts, "name"),
    icon: "identification-card",
  }),
  sign_in: (facts) => ({
    title: m.sandbox_event_log_in({ provider: providerOf(facts).name() }),
    what: text(facts, "name"),
    icon: providerOf(facts).icon,
  }),
  notice: (facts) => ({
    title: m.sandbox_event_notice({ provider: providerOf(facts).name() }),
    what: joined(text(facts, "type"), text(facts, "status")),
    icon: "webhooks-logo",
  }),
  pass: (facts) => ({
    title: {
      made: m.sandbox_event_pass_made,
      saved: m.sandbox_event_pass_saved,
      changed: m.sandbox_event_pass_changed,
    }[text(facts, "did") as "made"](),
    what: text(facts, "name"),
    icon: "wallet",
  }),
  push: () => ({ title: m.sandbox_event_push(), what: "Apple Wallet", icon: "device-mobile" }),
  exclusions: (facts) => ({
    title: m.sandbox_event_exclusions(),
    what: m.sandbox_event_persons({ count: text(facts, "persons") }),
    icon: "prohibit",
  }),
  floor: (facts) => ({
    title: m.sandbox_event_floor(),
    what: joined(`${text(facts, "method")} ${text(facts, "path")}`, text(facts, "status")),
    icon: "poker-chip",
    ...(Number(facts["status"]) >= 200 && Number(facts["status"]) < 300 ? {} : { tone: "bad" }),
  }),
  jackpot: (facts) => ({
    title: m.sandbox_event_jackpot(),
    what: joined(eurosOf(text(facts, "amount")), text(facts, "model")),
    icon: "coins",
  }),
  app: (facts) => ({ title: m.sandbox_event_app(), what: text(facts, "type"), icon: "device-mobile" }),
  fault: (facts) => ({
    title: m.sandbox_event_fault(),
    what: joined(providerOf(facts).name(), modeOf(facts).name()),
    icon: "plugs",
    tone: "fault",
  }),
  fault_met: (facts) => ({
    title: m.sandbox_event_fault_met(),
    what: joined(providerOf(facts).name(), modeOf(facts).name()),
    icon: modeOf(facts).icon,
    tone: "fault",
  }),
  repair: () => ({ title: m.sandbox_event_repair(), what: "", icon: "sun-horizon" }),
};

function webhookSentence(facts: Facts): Sentence {
  const status = Number(facts["status"]);
  const answer = status === 0 ? m.sandbox_event_no_answer() : m.sandbox_event_answer({ status, ms: text(facts, "ms") });
  const isTaken = status >= 200 && status < 300;
  return {
    title: isTaken ? m.sandbox_event_webhook_taken() : m.sandbox_event_webhook_refused(),
    what: joined(answer, providerOf(facts).name()),
    icon: isTaken ? "webhooks-logo" : "warning-circle",
    ...(isTaken ? {} : { tone: "bad" }),
  };
}
