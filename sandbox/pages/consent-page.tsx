import { PEOPLE, type SocialName } from "../people.ts";
import { Layout } from "./layout.tsx";

const NAMES: Record<SocialName, string> = { google: "Google", apple: "Apple", facebook: "Facebook" };

type ConsentProps = { provider: SocialName; action: string; request: [string, string][] };

/** The log-in page of a provider: choose a person, enter a new one, or refuse. */
export function ConsentPage({ provider, action, request }: ConsentProps) {
  const name = NAMES[provider];
  const carried = request.map(([key, value]) => <input key={key} type="hidden" name={key} value={value} />);
  return (
    <Layout title={`Sign in with ${name}`}>
      <div className="narrow">
        <h1>Sign in with {name}</h1>
        <p>
          Baize asks for your name, your e-mail address and your birthday. This is the sandbox’s {name}: nobody is
          really asked.
        </p>
        <form method="post" action={action}>
          {carried}
          <ul className="people">
            {PEOPLE.map((person) => (
              <li key={person.key}>
                <button name="person" value={person.key}>
                  {person.given_name} {person.family_name}
                  <small>{[person.email, person.birthday, person.remark].filter(Boolean).join(" · ")}</small>
                </button>
              </li>
            ))}
          </ul>
        </form>
        <h2>Somebody else</h2>
        <form method="post" action={action}>
          {carried}
          <div className="row">
            <label>
              First name
              <input name="given_name" autoComplete="off" required />
            </label>
            <label>
              Last name
              <input name="family_name" autoComplete="off" required />
            </label>
          </div>
          <label>
            E-mail address (none: it is not shared)
            <input name="email" type="email" autoComplete="off" />
          </label>
          <label>
            Birthday (none: it is not shared)
            <input name="birthday" type="date" />
          </label>
          <label>
            <input name="email_verified" type="checkbox" defaultChecked /> {name} has verified the address
          </label>
          <div className="actions">
            <button name="person" value="own">
              Continue
            </button>
            <button className="quiet" name="person" value="" formNoValidate>
              Refuse
            </button>
          </div>
        </form>
      </div>
    </Layout>
  );
}

/** Shown instead of a redirect if a request is invalid. */
export function RefusedRequestPage({ provider, problem }: { provider: SocialName; problem: string }) {
  return (
    <Layout title="Access blocked">
      <h1>{NAMES[provider]} cannot continue</h1>
      <p>{problem}</p>
    </Layout>
  );
}

/** Sends the answer back by a form post, as Apple does. */
export function FormPostPage({ action, fields }: { action: string; fields: Record<string, string> }) {
  return (
    <Layout title="One moment">
      <form id="back" method="post" action={action}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p>You are on your way back.</p>
        <button>Continue</button>
      </form>
      <script dangerouslySetInnerHTML={{ __html: "document.getElementById('back').submit()" }} />
    </Layout>
  );
}
