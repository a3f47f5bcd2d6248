import type { ReactNode } from "react";
import { m } from "../../src/messages/messages.js";
import { CASINOS, FAMILIES, wordsOf, type Role } from "../casino-actions.ts";
import type { FloorCall } from "../floor-client.ts";
import { venueOfSite } from "../venues.ts";
import { Layout } from "./layout.tsx";
import { Field, EmptyList, PageTitle, Part, Rows, SandboxIcon, VenueName, When } from "./parts.tsx";

type Form = Record<string, string>;
/**
 * `done` is the site's answer, or "unseen" if the site was not called because nobody has confirmed who holds the
 * card.
 */
type CasinoProps = { role: Role; siteId: number; form: Form; calls: FloorCall[]; done?: FloorCall | "unseen" };

const NAMES: Record<Role, () => string> = {
  desk: m.sandbox_casino_desk,
  kiosk: m.sandbox_casino_kiosk,
  machine: m.sandbox_casino_machine,
};

/** One place of a casino: the actions of a person there, and the site's last answer. */
export function CasinoPage({ role, siteId, form, calls, done }: CasinoProps) {
  return (
    <Layout title={NAMES[role]()} at="/casino">
      <div className="screen">
        <PageTitle title={NAMES[role]()} lead={m.sandbox_casino_lead()}>
          <VenueName slug={venueOfSite(siteId)?.slug} />
        </PageTitle>
        <div className="casino-head">
          <nav aria-label={m.sandbox_casino_places()}>
            <ul className="tabs">
              {(Object.keys(NAMES) as Role[]).map((name) => (
                <li key={name}>
                  <a href={`/casino/${name}?site=${siteId}`} aria-current={name === role ? "page" : undefined}>
                    {NAMES[name]()}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <form className="casino-venue" method="get" action={`/casino/${role}`}>
            <label className="entry">
              <span>{m.sandbox_column_venue()}</span>
              <select name="site" defaultValue={siteId}>
                {CASINOS.map(([id, name]) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <button className="button button-small button-line" type="submit">
              {m.sandbox_casino_go()}
            </button>
          </form>
        </div>
        {done === "unseen" && <Unseen />}
        {done !== undefined && done !== "unseen" && <Said call={done} />}
        <div className="posts">{PLACES[role]({ role, siteId, form })}</div>
        <Calls calls={calls} />
      </div>
    </Layout>
  );
}

function Said({ call }: { call: FloorCall }) {
  const { title, tone } = wordsOf(call);
  return (
    <section className="said" data-tone={tone} role="status" data-status={call.status}>
      <h2 className="title-3">{title}</h2>
      <p>
        <code>
          {call.method} {call.path}
        </code>{" "}
        {call.status === 0 ? m.sandbox_event_no_answer() : call.status}
      </p>
      <details>
        <summary>{m.sandbox_casino_answer()}</summary>
        <pre>{JSON.stringify(call.answer, null, 2)}</pre>
      </details>
    </section>
  );
}

function Unseen() {
  return (
    <section className="said" data-tone="refused" role="status" data-status="unseen">
      <h2 className="title-3">{m.sandbox_casino_unseen()}</h2>
      <p>{m.sandbox_casino_unseen_text()}</p>
    </section>
  );
}

/** The confirmation that somebody saw the member's PIN or identity document, needed before anything of value. */
function Person({ label }: { label: string }) {
  return (
    <label className="tick">
      <input type="checkbox" name="seen" /> {label}
    </label>
  );
}

type PlaceProps = { role: Role; siteId: number; form: Form };
const PLACES: Record<Role, (props: PlaceProps) => ReactNode> = {
  desk: (props) => (
    <>
      <Post {...props} title={m.sandbox_casino_entrance()} lead={m.sandbox_casino_entrance_lead()}>
        <Scan name="code" label={m.sandbox_casino_qr()} value={props.form["code"]} />
        <label className="tick">
          <input type="checkbox" name="identity" /> {m.sandbox_casino_checked()}
        </label>
        <Buttons actions={[["enter", m.sandbox_casino_let_in()]]} />
      </Post>
      <Post {...props} title={m.sandbox_casino_a_card()} lead={m.sandbox_casino_a_card_lead()}>
        <Scan name="card" label={m.sandbox_casino_card_number()} value={props.form["card"]} />
        <Person label={m.sandbox_casino_checked_new()} />
        <Buttons
          actions={[
            ["lookup", m.sandbox_casino_lookup()],
            ["replace", m.sandbox_casino_replace()],
          ]}
        />
      </Post>
      <Post {...props} title={m.sandbox_casino_issue()} lead={m.sandbox_casino_issue_lead()}>
        <Scan name="card" label={m.sandbox_casino_new_number()} />
        <div className="fields">
          <Field name="lastname" label={m.sandbox_field_lastname()} />
          <Field name="firstname" label={m.sandbox_field_firstname()} />
          <Field name="birthday" label={m.sandbox_field_birthday()} type="date" />
          <Field name="mobile" label={m.sandbox_casino_mobile()} type="tel" />
        </div>
        <Buttons actions={[["issue", m.sandbox_casino_issue_do()]]} />
      </Post>
      <Post {...props} title={m.sandbox_casino_pin()} lead={m.sandbox_casino_pin_lead()}>
        <Scan name="card" label={m.sandbox_casino_card_number()} value={props.form["card"]} />
        <Field name="pin" label={m.sandbox_casino_new_pin()} type="password" numeric />
        <Person label={m.sandbox_casino_checked()} />
        <Buttons actions={[["pin", m.sandbox_casino_pin_set()]]} />
      </Post>
    </>
  ),
  kiosk: (props) => (
    <>
      <Post {...props} title={m.sandbox_casino_gift()} lead={m.sandbox_casino_gift_lead()}>
        <Scan name="code" label={m.sandbox_casino_gift_code()} value={props.form["code"]} />
        <Field name="card" label={m.sandbox_casino_card_optional()} value={props.form["card"]} numeric />
        <Buttons
          actions={[
            ["burn", m.sandbox_casino_burn()],
            ["reserve", m.sandbox_casino_hold()],
            ["reverse", m.sandbox_casino_reverse()],
          ]}
        />
      </Post>
      <Post {...props} title={m.sandbox_casino_euros()} lead={m.sandbox_casino_euros_lead()}>
        <Scan name="card" label={m.sandbox_casino_card_number()} value={props.form["card"]} />
        <Field name="amount" label={m.sandbox_casino_amount()} value={props.form["amount"]} />
        <Person label={m.sandbox_casino_pin_checked()} />
        <Buttons actions={[["spend", m.sandbox_casino_spend()]]} />
      </Post>
    </>
  ),
  machine: (props) => (
    <>
      <Post {...props} title={m.sandbox_casino_slot()} lead={m.sandbox_casino_slot_lead()}>
        <Scan name="card" label={m.sandbox_casino_card_number()} value={props.form["card"]} />
        <Field
          name="machine"
          label={m.sandbox_column_machine()}
          value={props.form["machine"] ?? "Lune de Sérac, no. 42"}
        />
        <Buttons
          actions={[
            ["insert", m.sandbox_casino_insert()],
            ["eject", m.sandbox_casino_eject()],
          ]}
        />
      </Post>
      <Post {...props} title={m.sandbox_casino_play()} lead={m.sandbox_casino_play_lead()}>
        <Scan name="card" label={m.sandbox_casino_card_number()} value={props.form["card"]} />
        <Field name="amount" label={m.sandbox_casino_amount()} value={props.form["amount"]} />
        <label className="entry">
          <span>{m.sandbox_casino_family()}</span>
          <select name="family" defaultValue={props.form["family"] ?? "slots"}>
            {FAMILIES.map((family) => (
              <option key={family}>{family}</option>
            ))}
          </select>
        </label>
        <Buttons actions={[["earn", m.sandbox_casino_earn()]]} />
      </Post>
    </>
  ),
};

function Post({
  role,
  siteId,
  title,
  lead,
  children,
}: PlaceProps & { title: string; lead: string; children: ReactNode }) {
  return (
    <form className="post" method="post" action={`/casino/${role}`} aria-label={title}>
      <input type="hidden" name="site" value={siteId} />
      <h2 className="title-3">{title}</h2>
      <p>{lead}</p>
      {children}
    </form>
  );
}

/** A number that is typed, or read by the camera or from a picture. */
function Scan({ name, label, value }: { name: string; label: string; value?: string | undefined }) {
  return (
    <div className="scan" data-scanner data-words={scannerWords()}>
      <Field name={name} label={label} value={value} numeric />
      <button className="button button-small button-line scripted" type="button" data-scan>
        <SandboxIcon name="scan" small />
        {m.sandbox_casino_scan()}
      </button>
      <video hidden muted playsInline />
      <details className="picture scripted">
        <summary>{m.sandbox_casino_from_picture()}</summary>
        <input type="file" accept="image/*" aria-label={m.sandbox_casino_picture_of({ what: label })} />
      </details>
      <p role="status" />
    </div>
  );
}

function Buttons({ actions }: { actions: [name: string, label: string][] }) {
  return (
    <div className="buttons">
      {actions.map(([name, label], at) => (
        <button
          key={name}
          className={`button button-small ${at === 0 ? "button-ivory" : "button-line"}`}
          type="submit"
          name="do"
          value={name}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** What the scanner's script says, in the page's language. */
function scannerWords(): string {
  return JSON.stringify({
    read: m.sandbox_scanner_read(),
    hold: m.sandbox_scanner_hold(),
    none: m.sandbox_scanner_none(),
    camera: m.sandbox_scanner_no_camera(),
    picture: m.sandbox_scanner_bad_picture(),
  });
}

function Calls({ calls }: { calls: FloorCall[] }) {
  return (
    <Part id="calls" title={m.sandbox_casino_calls()}>
      {calls.length === 0 ? (
        <EmptyList title={m.sandbox_casino_calls_nothing()} />
      ) : (
        <Rows
          head={[m.sandbox_column_time(), m.sandbox_column_venue(), m.sandbox_column_call(), m.sandbox_column_answer()]}
        >
          {calls.map((call, at) => (
            <tr key={`${call.at} ${calls.length - at}`}>
              <td>
                <When at={call.at} />
              </td>
              <td>
                <VenueName slug={venueOfSite(call.siteId)?.slug} />
              </td>
              <td className="wide">
                <code>
                  {call.method} {call.path}
                </code>
              </td>
              <td>
                {call.status} {wordsOf(call).title}
              </td>
            </tr>
          ))}
        </Rows>
      )}
    </Part>
  );
}
