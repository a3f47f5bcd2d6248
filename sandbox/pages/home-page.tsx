import { m } from "../../src/messages/messages.js";
import type { JournalEvent } from "../journal.ts";
import type { PaidJackpot } from "../jackpot-floor.ts";
import { DEMO_MEMBER, STORIES, type Step, type Story } from "../stories.ts";
import { venueOfSite } from "../venues.ts";
import { eurosOf } from "../words.ts";
import { Feed } from "./feed.tsx";
import { siteAddress, useFrame } from "./frame.ts";
import { Layout } from "./layout.tsx";
import { Copy, PageTitle, SandboxIcon, VenueName, When } from "./parts.tsx";

export type FloorProps = { megapot: string; recent: PaidJackpot[] };
type HomeProps = { smtp: string; floor: FloorProps; events: readonly JournalEvent[] };

/** The first page: five stories on one horizon, and what happens beside them. */
export function HomePage({ smtp, floor, events }: HomeProps) {
  return (
    <Layout title={m.sandbox_home_title()} at="/">
      <div className="first-page">
        <div>
          <h1>{m.sandbox_home_title()}</h1>
          <p className="lead">{m.sandbox_home_lead()}</p>
          <ol className="stories">
            {STORIES.map((story, at) => (
              <StoryCard key={story.key} story={story} isFirst={at === 0} />
            ))}
          </ol>
          <DemoLogIn />
        </div>
        <Feed events={events} />
      </div>
      <div className="screen">
        <FloorPart {...floor} />
        <AlsoHere smtp={smtp} />
      </div>
    </Layout>
  );
}

/** The address and the password of the demo's member, to be copied. The password stands in no address and no page of the site. */
function DemoLogIn() {
  return (
    <dl className="log-in">
      <div>
        <dt>{m.sandbox_log_in_email()}</dt>
        <dd>
          <Copy text={DEMO_MEMBER.email} label={m.sandbox_log_in_copy_email()} />
        </dd>
      </div>
      <div>
        <dt>{m.sandbox_log_in_password()}</dt>
        <dd>
          <Copy text={DEMO_MEMBER.password} label={m.sandbox_log_in_copy_password()} />
        </dd>
      </div>
      <div>
        <dt>{m.sandbox_log_in_pin()}</dt>
        <dd>
          <code>{DEMO_MEMBER.pin}</code>
        </dd>
      </div>
    </dl>
  );
}

function StoryCard({ story, isFirst }: { story: Story; isFirst: boolean }) {
  const { key, at, picture, focus, alt, title, text, leads, venue, first } = story;
  const source = `/media/${picture}`;
  return (
    <li className="story" data-focus={focus} data-dark={key === "break" ? "" : undefined}>
      <span className="story-at figures" aria-hidden="true">
        {at}
      </span>
      <div className="story-picture">
        <img src={source} width="1600" height="900" alt={alt()} />
      </div>
      <div className="story-mirror" aria-hidden="true">
        <img src={source} width="1600" height="900" alt="" />
      </div>
      <div className="story-words">
        <h2>{title()}</h2>
        <p>{text()}</p>
        <Doing step={first} story={key} className={`button button-small ${isFirst ? "button-ivory" : "button-line"}`} />
        <p className="story-leads">
          <VenueName slug={venue} />
          <span>{leads()}</span>
          <a className="text-link" href={`/stories/${key}`}>
            {m.sandbox_story_steps()}
            <span className="heard">, {title()}</span>
          </a>
        </p>
      </div>
    </li>
  );
}

/** What a step's button does: a link, a fault, or the way to the steps. */
function Doing({ step, story, className }: { step: Step; story: string; className: string }) {
  const { siteUrl } = useFrame();
  if (step.breaks !== undefined)
    return (
      <form method="post" action="/faults">
        <input type="hidden" name="provider" value={step.breaks.provider} />
        <button className={className} name="mode" value={step.breaks.mode}>
          {step.breaks.label()}
        </button>
      </form>
    );
  if (step.link === undefined)
    return (
      <a className={className} href={`/stories/${story}`}>
        {step.title()}
      </a>
    );
  const { label, path, venue, copies } = step.link;
  if (venue === undefined)
    return (
      <a className={className} href={path}>
        {label()}
      </a>
    );
  return (
    <>
      <a
        className={className}
        href={siteAddress(siteUrl, venue, path)}
        target="_blank"
        rel="noreferrer"
        data-copy={copies}
      >
        {label()}
        <span className="heard"> {m.sandbox_new_tab()}</span>
      </a>
      {copies === undefined ? null : (
        <span className="copied" role="status" data-copied={m.sandbox_password_copied()} />
      )}
    </>
  );
}

/** A story step by step. */
export function StoryPage({ story, events }: { story: Story; events: readonly JournalEvent[] }) {
  return (
    <Layout title={story.title()} at="/">
      <div className="first-page">
        <div>
          <p className="label">
            <a className="text-link" href="/">
              {m.sandbox_home_title()}
            </a>
          </p>
          <PageTitle title={story.title()} lead={story.text()}>
            <VenueName slug={story.venue} />
          </PageTitle>
          <ol className="steps">
            {story.steps.map((step, at) => (
              <li key={`${story.key} ${step.title()}`}>
                <span className="steps-number figures" aria-hidden="true">
                  {at + 1}
                </span>
                <div>
                  <h2 className="title-3">{step.title()}</h2>
                  {step.text === undefined ? null : <p className="quiet">{step.text()}</p>}
                  {step.copy === undefined ? null : <Copy text={step.copy.text} label={step.copy.label()} />}
                  {step.link === undefined && step.breaks === undefined ? null : (
                    <Doing
                      step={step}
                      story={story.key}
                      className={`button button-small ${at === 0 ? "button-ivory" : "button-line"}`}
                    />
                  )}
                </div>
              </li>
            ))}
          </ol>
          <DemoLogIn />
        </div>
        <Feed events={events} />
      </div>
    </Layout>
  );
}

function FloorPart({ megapot, recent }: FloorProps) {
  return (
    <section aria-labelledby="floor-title">
      <h2 className="title-2" id="floor-title">
        {m.sandbox_floor_title()}
      </h2>
      <p className="quiet">{m.sandbox_floor_lead({ amount: eurosOf(megapot) })}</p>
      {recent.length === 0 ? (
        <p className="quiet">{m.sandbox_floor_nothing()}</p>
      ) : (
        <table className="rows">
          <thead>
            <tr>
              <th scope="col">{m.sandbox_column_time()}</th>
              <th scope="col">{m.sandbox_column_venue()}</th>
              <th scope="col">{m.sandbox_column_machine()}</th>
              <th scope="col" className="number">
                {m.sandbox_column_amount()}
              </th>
            </tr>
          </thead>
          <tbody>
            {recent.map((won) => (
              <tr key={`${won.paidAt} ${won.slot}`}>
                <td>
                  <When at={won.paidAt} />
                </td>
                <td>
                  <VenueName slug={venueOfSite(won.siteId)?.slug} />
                </td>
                <td>{m.sandbox_floor_machine({ model: won.model, slot: won.slot })}</td>
                <td className="number">{eurosOf(won.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** What else a developer looks for: the catalogue of components, and each service's calls. */
function AlsoHere({ smtp }: { smtp: string }) {
  return (
    <section className="also" aria-labelledby="also-title">
      <h2 className="title-2" id="also-title">
        {m.sandbox_also_title()}
      </h2>
      <p>
        <a className="link" href="/components">
          {m.sandbox_also_catalogue()}
          <SandboxIcon name="arrow-right" small />
        </a>
      </p>
      <details>
        <summary>{m.sandbox_also_calls({ smtp })}</summary>
        <pre>{CALLS}</pre>
      </details>
    </section>
  );
}

const CALLS = `GET  /api/mail?to=            GET  /api/sms?to=
GET  /api/bank                POST /api/bank/{session_id}
GET  /api/bank/applications
GET  /api/identity            POST /api/identity/{id}
POST /api/social/{google,apple,facebook}
POST /api/social/{apple,facebook}/notices
GET  /api/social/revocations  GET  /api/social/notices
GET  /api/wallets             GET  /api/journal
GET  /api/exclusions          PUT  /api/exclusions
GET  /api/native              DELETE /api/native
GET  /api/faults              POST, DELETE /api/faults`;
