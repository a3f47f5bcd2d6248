import { m } from "../../src/messages/messages.js";
import { day } from "../words.ts";
import type { Revoked, LoggedIn } from "../grants.ts";
import type { WebhookOrder, SentWebhook } from "../social-webhooks.ts";
import { PEOPLE } from "../people.ts";
import { Layout } from "./layout.tsx";
import { PROVIDER_NAMES } from "./names.ts";
import { ForPrograms, EmptyList, PageTitle, Part, Rows, SandboxIcon, When } from "./parts.tsx";

type LogInProps = { people: LoggedIn[]; revoked: Revoked[]; webhooks: SentWebhook[] };

/**
 * The people who logged in with Google, Apple or Facebook, the access that the site has revoked, and the webhooks of
 * the providers.
 */
export function LogInPage({ people, revoked, webhooks }: LogInProps) {
  return (
    <Layout title={m.sandbox_place_log_in()} at="/log-in">
      <div className="screen">
        <PageTitle title={m.sandbox_log_in_title()} lead={m.sandbox_log_in_lead()} />
        <ul className="cards">
          {PEOPLE.map((person) => (
            <li key={person.key}>
              <span className="person-mark" aria-hidden="true">
                {person.given_name.slice(0, 1)}
                {person.family_name.slice(0, 1)}
              </span>
              <p>
                <b>
                  {person.given_name} {person.family_name}
                </b>
                <span>{person.email ?? "–"}</span>
                <span className="figures">{person.birthday === undefined ? "–" : day(person.birthday)}</span>
                {person.remark === undefined ? null : <em>{person.remark()}</em>}
              </p>
            </li>
          ))}
        </ul>
        <WebhooksPart people={people} webhooks={webhooks} />
        <Part id="revoked" title={m.sandbox_log_in_revoked()}>
          {revoked.length === 0 ? (
            <p className="quiet">{m.sandbox_log_in_revoked_nothing()}</p>
          ) : (
            <Rows head={[m.sandbox_column_time(), m.sandbox_column_provider(), m.sandbox_column_account()]}>
              {revoked.map((one) => (
                <tr key={`${one.provider} ${one.sub} ${one.revoked_at}`}>
                  <td>
                    <When at={one.revoked_at} />
                  </td>
                  <td className="strong">{PROVIDER_NAMES[one.provider].name()}</td>
                  <td className="wide">
                    <code>{one.sub}</code>
                  </td>
                </tr>
              ))}
            </Rows>
          )}
        </Part>
        <ForPrograms>{`curl -d '{"claims":{"sub":"1","email":"a@gmail.com","email_verified":true,"given_name":"Ada","family_name":"Roy","birthday":"1990-01-01"}}' \\
  -H 'content-type: application/json' /api/social/google
curl -d '{"sub":"1","type":"consent-revoked"}' -H 'content-type: application/json' /api/social/apple/notices`}</ForPrograms>
      </div>
    </Layout>
  );
}

/**
 * The actions that a person has in the settings of a provider's account, one for each webhook that the site receives.
 */
const BUTTONS: { provider: WebhookOrder["provider"]; type: WebhookOrder["type"]; label: () => string }[] = [
  { provider: "facebook", type: "data-deletion", label: m.sandbox_notice_deletion },
  { provider: "apple", type: "consent-revoked", label: m.sandbox_notice_revoked },
  { provider: "apple", type: "email-disabled", label: m.sandbox_notice_email },
  { provider: "apple", type: "account-delete", label: m.sandbox_notice_account },
];

function WebhooksPart({ people, webhooks }: Pick<LogInProps, "people" | "webhooks">) {
  const told = people.filter(({ provider }) => provider !== "google");
  return (
    <Part id="notices" title={m.sandbox_notices_title()}>
      {told.length === 0 ? (
        <EmptyList title={m.sandbox_notices_nothing()}>{m.sandbox_notices_nothing_hint()}</EmptyList>
      ) : (
        told.map((person) => <WebhookForm key={`${person.provider} ${person.sub}`} {...person} />)
      )}
      {webhooks.length > 0 && (
        <Rows
          head={[
            m.sandbox_column_time(),
            m.sandbox_column_notice(),
            m.sandbox_column_account(),
            m.sandbox_column_answer(),
          ]}
        >
          {webhooks.map((one) => (
            <tr key={`${one.sent_at} ${one.provider} ${one.sub} ${one.type}`}>
              <td>
                <When at={one.sent_at} />
              </td>
              <td>
                <code>{one.type}</code>
              </td>
              <td>
                {PROVIDER_NAMES[one.provider].name()} <code>{one.sub}</code>
              </td>
              <td>
                {one.status ?? m.sandbox_event_no_answer()}{" "}
                {one.url === null ? null : (
                  <a className="text-link" href={one.url}>
                    {m.sandbox_notice_progress()}
                  </a>
                )}
              </td>
            </tr>
          ))}
        </Rows>
      )}
    </Part>
  );
}

function WebhookForm({ provider, sub, name, email }: LoggedIn) {
  return (
    <form className="webhook-form" method="post" action="/log-in/notices">
      <input type="hidden" name="provider" value={provider} />
      <input type="hidden" name="sub" value={sub} />
      <p>
        <SandboxIcon name={PROVIDER_NAMES[provider].icon} small />
        <b>{name || sub}</b> {email !== null && <span className="quiet">{email}</span>}
      </p>
      <p className="buttons">
        {BUTTONS.filter((button) => button.provider === provider).map(({ type, label }) => (
          <button key={type} className="button button-small button-line" name="type" value={type}>
            {label()}
          </button>
        ))}
      </p>
    </form>
  );
}
