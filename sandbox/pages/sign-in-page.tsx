import { PEOPLE } from "../people.ts";
import { Layout, When } from "./layout.tsx";

type Revoked = { provider: string; sub: string; revoked_at: string };

/** Who has an account with Google, Apple and Facebook here, and whose access the site has ended. */
export function SignInPage({ revoked }: { revoked: Revoked[] }) {
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
      <h2>Without a browser</h2>
      <pre>{`curl -d '{"claims":{"sub":"1","email":"a@gmail.com","email_verified":true,"given_name":"Ada","family_name":"Roy","birthday":"1990-01-01"}}' \\
  -H 'content-type: application/json' /api/social/google`}</pre>
    </Layout>
  );
}
