import { m } from "../../src/messages/messages.js";
import { PEOPLE, type SocialName } from "../people.ts";
import { day } from "../words.ts";
import { Layout } from "./layout.tsx";
import { PROVIDER_NAMES } from "./names.ts";
import { Field, SandboxIcon } from "./parts.tsx";

type ConsentProps = { provider: SocialName; action: string; request: [string, string][] };

/** The log-in page of a provider: choose a person, enter a new one, or refuse. */
export function ConsentPage({ provider, action, request }: ConsentProps) {
  const { name, icon } = PROVIDER_NAMES[provider];
  const carried = request.map(([key, value]) => <input key={key} type="hidden" name={key} value={value} />);
  return (
    <Layout title={m.sandbox_consent_title({ provider: name() })}>
      <div className="narrow">
        <span className="provider-mark">
          <SandboxIcon name={icon} />
        </span>
        <h1 className="title-2">{m.sandbox_consent_title({ provider: name() })}</h1>
        <p className="quiet">{m.sandbox_consent_lead({ provider: name() })}</p>
        <form method="post" action={action}>
          {carried}
          <ul className="people">
            {PEOPLE.map((person) => (
              <li key={person.key}>
                <button name="person" value={person.key}>
                  <span className="person-mark" aria-hidden="true">
                    {person.given_name.slice(0, 1)}
                    {person.family_name.slice(0, 1)}
                  </span>
                  <span>
                    <b>
                      {person.given_name} {person.family_name}
                    </b>
                    <small>
                      {[person.email, person.birthday && day(person.birthday), person.remark?.()]
                        .filter(Boolean)
                        .join(" · ")}
                    </small>
                  </span>
                  <SandboxIcon name="caret-right" small />
                </button>
              </li>
            ))}
          </ul>
        </form>
        <form className="sheet-form" method="post" action={action}>
          <h2 className="title-3">{m.sandbox_consent_other()}</h2>
          {carried}
          <div className="fields">
            <Field label={m.sandbox_field_firstname()} name="given_name" required />
            <Field label={m.sandbox_field_lastname()} name="family_name" required />
            <Field label={m.sandbox_consent_email()} name="email" type="email" />
            <Field label={m.sandbox_consent_birthday()} name="birthday" type="date" />
          </div>
          <label className="tick">
            <input name="email_verified" type="checkbox" defaultChecked />{" "}
            {m.sandbox_consent_verified({ provider: name() })}
          </label>
          <div className="buttons">
            <button className="button button-ivory" name="person" value="own">
              {m.sandbox_consent_continue()}
            </button>
            <button className="button button-quiet" name="person" value="" formNoValidate>
              {m.sandbox_consent_refuse()}
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
    <Layout title={m.sandbox_consent_blocked()}>
      <div className="narrow">
        <h1 className="title-2">{m.sandbox_consent_cannot({ provider: PROVIDER_NAMES[provider].name() })}</h1>
        <p className="quiet" lang="en">
          {problem}
        </p>
      </div>
    </Layout>
  );
}

/** Sends the answer back by a form post, as Apple does. The page's script presses the button. */
export function FormPostPage({ action, fields }: { action: string; fields: Record<string, string> }) {
  return (
    <Layout title={m.sandbox_moment()}>
      <form className="narrow" method="post" action={action} data-send-at-once="">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <p>{m.sandbox_moment_back()}</p>
        <button className="button button-ivory">{m.sandbox_consent_continue()}</button>
      </form>
    </Layout>
  );
}
