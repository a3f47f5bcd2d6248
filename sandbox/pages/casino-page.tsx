import type { ReactNode } from "react";
import { CASINOS, FAMILIES, wordsOf, type Role } from "../casino-actions.ts";
import { scannerScript } from "../casino-scanner.ts";
import type { FloorCall } from "../floor-client.ts";
import { Layout, When } from "./layout.tsx";

type Form = Record<string, string>;
/**
 * `done` is the site's answer, or "unseen" if the site was not called because nobody has confirmed who holds the
 * card.
 */
type CasinoProps = { role: Role; siteId: number; form: Form; calls: FloorCall[]; done?: FloorCall | "unseen" };

const STYLES = `.roles{display:flex;gap:0 2rem;flex-wrap:wrap;margin:0 0 2rem;border-bottom:1px solid #3a3028}.roles a{padding:.75rem 0;text-decoration:none;color:#cfc5b4;min-height:44px}.roles a[aria-current]{color:#f7f0e3;box-shadow:inset 0 -2px #cfae72}
.venue{display:flex;gap:.75rem;align-items:end;max-width:26rem;margin-bottom:2rem}.venue label{flex:1;margin:0}
.posts{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));align-items:start}.post{position:relative;padding:1.75rem 1.5rem 1.5rem;background:linear-gradient(#1d1713,#191310);border:1px solid #3a3028;outline:1px solid #cfae7240;outline-offset:-7px}.post h2{margin:0 0 .25rem}.post>p{margin-bottom:1.25rem}
.scan{display:grid;grid-template-columns:1fr auto;gap:.5rem;align-items:end;margin-bottom:.875rem}.scan label{margin:0}.scan [role=status],.scan video,.scan .picture{grid-column:1/-1}.scan [role=status]{font-size:.875rem;color:#cfc5b4;margin:0;min-height:1.4em}.scan video{width:100%;aspect-ratio:4/3;object-fit:cover;background:#000;border:1px solid #cfae72}.picture{font-size:.875rem;color:#cfc5b4}.picture summary{cursor:pointer;padding:.5rem 0}.picture input{font-size:.875rem}
input[inputmode=numeric]{font-size:1.125rem;letter-spacing:.06em;font-variant-numeric:tabular-nums}.check{display:flex;gap:.75rem;align-items:center;min-height:44px}.check input{width:1.25rem;height:1.25rem;accent-color:#cfae72}
.said{margin:0 0 2rem;padding:1.25rem 1.5rem;border:1px solid;border-left-width:4px}.said h2{margin:0;font-size:1.75rem;overflow-wrap:anywhere}.said p{margin:.25rem 0 0;overflow-wrap:anywhere}.said.good{border-color:#8fcfa0;background:#16211a}.said.refused{border-color:#efc06a;background:#241d10}.said.failed{border-color:#ff9b8f;background:#27130f}.said pre{margin:.75rem 0 0}.said summary{cursor:pointer;padding:.5rem 0;color:#cfc5b4}
.calls td{overflow-wrap:anywhere}.calls td.when{white-space:normal;min-width:6rem}
button.second{background:none;color:#f7f0e3;border-color:#5c4d3e}`;

const NAMES: Record<Role, string> = { desk: "Entrance desk", kiosk: "Kiosk", machine: "Machine" };

/** One place of a casino: the actions of a person there, and the site's last answer. */
export function CasinoPage({ role, siteId, form, calls, done }: CasinoProps) {
  return (
    <Layout title={NAMES[role]} at="/casino">
      <style dangerouslySetInnerHTML={{ __html: STYLES }} />
      <h1>{NAMES[role]}</h1>
      <nav className="roles" aria-label="Places in the casino">
        {(Object.keys(NAMES) as Role[]).map((name) => (
          <a key={name} href={`/casino/${name}?site=${siteId}`} aria-current={name === role ? "page" : undefined}>
            {NAMES[name]}
          </a>
        ))}
      </nav>
      <form className="venue" method="get" action={`/casino/${role}`}>
        <label>
          Casino
          <select name="site" defaultValue={siteId}>
            {CASINOS.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button className="second" type="submit">
          Go there
        </button>
      </form>
      {done === "unseen" && <Unseen />}
      {done !== undefined && done !== "unseen" && <Said call={done} />}
      <div className="posts">{PLACES[role]({ role, siteId, form })}</div>
      <Calls calls={calls} />
      <script dangerouslySetInnerHTML={{ __html: scannerScript() }} />
    </Layout>
  );
}

function Said({ call }: { call: FloorCall }) {
  const { title, tone } = wordsOf(call);
  return (
    <section className={`said ${tone}`} role="status" data-status={call.status}>
      <h2>{title}</h2>
      <p>
        {call.method} {call.path} · {call.status === 0 ? "no answer" : call.status}
      </p>
      <details>
        <summary>The answer in full</summary>
        <pre>{JSON.stringify(call.answer, null, 2)}</pre>
      </details>
    </section>
  );
}

function Unseen() {
  return (
    <section className="said refused" role="status" data-status="unseen">
      <h2>First the PIN or the papers</h2>
      <p>A card’s code can be photographed: it says which card, never who holds it. The site was not asked.</p>
    </section>
  );
}

/** The confirmation that somebody saw the member's PIN or identity document, needed before anything of value. */
function Person({ label }: { label: string }) {
  return (
    <label className="check">
      <input type="checkbox" name="seen" /> {label}
    </label>
  );
}

type PlaceProps = { role: Role; siteId: number; form: Form };
const PLACES: Record<Role, (props: PlaceProps) => ReactNode> = {
  desk: (props) => (
    <>
      <Post
        {...props}
        title="Entrance"
        lead="Scan the QR code of the enrollment or of the card, and look at the papers."
      >
        <Scan name="code" label="QR code" value={props.form["code"]} />
        <label className="check">
          <input type="checkbox" name="identity" /> Identity checked
        </label>
        <Buttons actions={[["enter", "Let in"]]} />
      </Post>
      <Post {...props} title="A card" lead="See whose it is, or give a new one for it: the old number ends.">
        <Scan name="card" label="Card number" value={props.form["card"]} />
        <Person label="Identity checked, for a new one" />
        <Buttons
          actions={[
            ["lookup", "Look it up"],
            ["replace", "Replace it"],
          ]}
        />
      </Post>
      <Post {...props} title="Issue a card" lead="For a visitor who becomes a member at the desk.">
        <Scan name="card" label="Number on the new card" />
        <div className="row">
          <Field name="lastname" label="Last name" />
          <Field name="firstname" label="First name" />
          <Field name="birthday" label="Date of birth" type="date" />
          <Field name="mobile" label="Mobile (may stay empty)" type="tel" />
        </div>
        <Buttons actions={[["issue", "Issue"]]} />
      </Post>
      <Post {...props} title="PIN" lead="The member types a new one; a block ends with it.">
        <Scan name="card" label="Card number" value={props.form["card"]} />
        <Field name="pin" label="New PIN" type="password" numeric />
        <Person label="Identity checked" />
        <Buttons actions={[["pin", "Set it"]]} />
      </Post>
    </>
  ),
  kiosk: (props) => (
    <>
      <Post {...props} title="A gift" lead="Hold it for two minutes, use it up, or take a use of today back.">
        <Scan name="code" label="Gift code" value={props.form["code"]} />
        <Field name="card" label="Card number (may stay empty)" value={props.form["card"]} numeric />
        <Buttons
          actions={[
            ["burn", "Use it"],
            ["reserve", "Hold it"],
            ["reverse", "Take back"],
          ]}
        />
      </Post>
      <Post {...props} title="Loyalty euros" lead="Spend from the balance of the card.">
        <Scan name="card" label="Card number" value={props.form["card"]} />
        <Field name="amount" label="Amount, such as 12.50" value={props.form["amount"]} />
        <Person label="PIN or identity checked" />
        <Buttons actions={[["spend", "Spend"]]} />
      </Post>
    </>
  ),
  machine: (props) => (
    <>
      <Post {...props} title="The card slot" lead="While the card is in, its wallet is locked for the web.">
        <Scan name="card" label="Card number" value={props.form["card"]} />
        <Field name="machine" label="Machine" value={props.form["machine"] ?? "Lune de Sérac, no. 42"} />
        <Buttons
          actions={[
            ["insert", "Card in"],
            ["eject", "Card out"],
          ]}
        />
      </Post>
      <Post {...props} title="Play" lead="What the game earns the player, in loyalty euros.">
        <Scan name="card" label="Card number" value={props.form["card"]} />
        <Field name="amount" label="Amount, such as 2.40" value={props.form["amount"]} />
        <label>
          Family
          <select name="family" defaultValue={props.form["family"] ?? "slots"}>
            {FAMILIES.map((family) => (
              <option key={family}>{family}</option>
            ))}
          </select>
        </label>
        <Buttons actions={[["earn", "Earn"]]} />
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
      <h2>{title}</h2>
      <p>{lead}</p>
      {children}
    </form>
  );
}

function Field({
  name,
  label,
  type = "text",
  value,
  numeric = false,
}: {
  name: string;
  label: string;
  type?: string;
  value?: string | undefined;
  numeric?: boolean;
}) {
  return (
    <label>
      {label}
      <input
        name={name}
        type={type}
        defaultValue={value}
        autoComplete="off"
        {...(numeric ? { inputMode: "numeric" as const } : {})}
      />
    </label>
  );
}

/** A number that is typed, or read by the camera or from a picture. */
function Scan({ name, label, value }: { name: string; label: string; value?: string | undefined }) {
  return (
    <div className="scan" data-scanner>
      <Field name={name} label={label} value={value} numeric />
      <button className="second" type="button" data-scan>
        Scan
      </button>
      <video hidden muted playsInline />
      <details className="picture">
        <summary>or read it from a picture</summary>
        <input type="file" accept="image/*" aria-label={`${label}: a picture of it`} />
      </details>
      <p role="status" />
    </div>
  );
}

function Buttons({ actions }: { actions: [name: string, label: string][] }) {
  return (
    <div className="actions">
      {actions.map(([name, label], at) => (
        <button key={name} className={at === 0 ? undefined : "second"} type="submit" name="do" value={name}>
          {label}
        </button>
      ))}
    </div>
  );
}

function Calls({ calls }: { calls: FloorCall[] }) {
  return (
    <>
      <h2>What the floor has asked</h2>
      {calls.length === 0 ? (
        <p>Nothing yet.</p>
      ) : (
        <div className="wrap calls">
          <table>
            <thead>
              <tr>
                <th>When (UTC)</th>
                <th>Site</th>
                <th>Call</th>
                <th>Answer</th>
              </tr>
            </thead>
            <tbody>
              {calls.map((call, at) => (
                <tr key={`${call.at} ${calls.length - at}`}>
                  <td className="when">
                    <When at={call.at} />
                  </td>
                  <td>{call.siteId}</td>
                  <td>
                    <code>
                      {call.method} {call.path}
                    </code>
                  </td>
                  <td>
                    {call.status} {wordsOf(call).title}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
