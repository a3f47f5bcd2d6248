import type { SignedIn } from "../grants.ts";
import type { NoticeOrder, SentNotice } from "../notices.ts";
import { PEOPLE } from "../people.ts";
import { Layout, When } from "./layout.tsx";

type Revoked = { provider: string; sub: string; revoked_at: string };
type SignInProps = { people: SignedIn[]; revoked: Revoked[]; notices: SentNotice[] };

/**
 * The people who signed in with Google, Apple or Facebook, the access that the site has revoked, and the webhooks of
 * the providers.
 */
export function SignInPage({ people, revoked, notices }: SignInProps) {
  return (
    <Layout title="Sign-in" at="/sign-in">
      <h1>Google, Apple and Facebook</h1>
      <p>
        Press one of the three buttons on a site’s log-in page; the sandbox plays the provider that you chose. These
        people have an account with each of them, and you can be somebody new.
      </p>
      <div className="wrap">
        <table>
          <thead>
            <tr>
              <th>Name</th>
              <th>E-mail address</th>
              <th>Birthday</th>
              <th>Remark</th>
            </tr>
          </thead>
          <tbody>
            {PEOPLE.map((person) => (
              <tr key={person.key}>
                <td>
                  {person.given_name} {person.family_name}
                </td>
                <td>{person.email ?? "–"}</td>
                <td className="when">{person.birthday}</td>
                <td>{person.remark}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h2>Ended access</h2>
      {revoked.length === 0 ? (
        <p>The site has not ended its access to anybody’s account.</p>
      ) : (
        <table>
          <tbody>
            {revoked.map((one) => (
              <tr key={`${one.provider} ${one.sub} ${one.revoked_at}`}>
                <td className="when">
                  <When at={one.revoked_at} />
                </td>
                <td>{one.provider}</td>
                <td>{one.sub}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <NoticesPart people={people} notices={notices} />
      <h2>Without a browser</h2>
      <pre>{`curl -d '{"claims":{"sub":"1","email":"a@gmail.com","email_verified":true,"given_name":"Ada","family_name":"Roy","birthday":"1990-01-01"}}' \\
  -H 'content-type: application/json' /api/social/google
curl -d '{"sub":"1","type":"consent-revoked"}' -H 'content-type: application/json' /api/social/apple/notices`}</pre>
    </Layout>
  );
}

/**
 * The actions that a person has in the settings of a provider's account, one for each webhook that the site receives.
 */
const BUTTONS: { provider: NoticeOrder["provider"]; type: NoticeOrder["type"]; label: string }[] = [
  { provider: "facebook", type: "data-deletion", label: "Have the site delete my data" },
  { provider: "apple", type: "consent-revoked", label: "Stop using my Apple account" },
  { provider: "apple", type: "email-disabled", label: "Stop forwarding mail" },
  { provider: "apple", type: "account-delete", label: "Delete my Apple account" },
];

function NoticesPart({ people, notices }: Pick<SignInProps, "people" | "notices">) {
  const told = people.filter(({ provider }) => provider !== "google");
  return (
    <>
      <h2 id="notices">What Facebook and Apple tell the site unasked</h2>
      {told.length === 0 && <p>Nobody has signed in by Facebook or Apple since the sandbox started.</p>}
      {told.map((person) => (
        <NoticeForm key={`${person.provider} ${person.sub}`} {...person} />
      ))}
      {notices.length > 0 && (
        <div className="wrap">
          <table>
            <thead>
              <tr>
                <th>Sent at (UTC)</th>
                <th>Notice</th>
                <th>About</th>
                <th>The site’s answer</th>
              </tr>
            </thead>
            <tbody>
              {notices.map((one) => (
                <tr key={`${one.sent_at} ${one.provider} ${one.sub} ${one.type}`}>
                  <td className="when">
                    <When at={one.sent_at} />
                  </td>
                  <td>{one.type}</td>
                  <td>
                    {one.provider} {one.sub}
                  </td>
                  <td>
                    {one.status ?? "none"} {one.url !== null && <a href={one.url}>How far the deletion is</a>}
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

function NoticeForm({ provider, sub, name, email }: SignedIn) {
  return (
    <form method="post" action="/sign-in/notices">
      <input type="hidden" name="provider" value={provider} />
      <input type="hidden" name="sub" value={sub} />
      <p>
        {name || sub} {email !== null && <>({email})</>}, by {provider === "apple" ? "Apple" : "Facebook"}
      </p>
      <p className="actions">
        {BUTTONS.filter((button) => button.provider === provider).map(({ type, label }) => (
          <button key={type} className="quiet" name="type" value={type}>
            {label}
          </button>
        ))}
      </p>
    </form>
  );
}
