import type { Verification } from "../ubble.tsx";
import { Layout } from "./layout.tsx";

/** All verifications that the site has started, the newest first. */
export function IdentityListPage({ verifications }: { verifications: Verification[] }) {
  return (
    <Layout title="Identity" at="/identity">
      <h1>Identity verification</h1>
      <p>
        The sandbox plays Ubble. A person who enrolls is sent here; open a journey to decide what comes of it, and what
        the document says.
      </p>
      {verifications.length === 0 ? (
        <p>Nobody has begun to verify an identity.</p>
      ) : (
        <div className="wrap">
          <table>
            <thead>
              <tr>
                <th>Begun</th>
                <th>Name</th>
                <th>Status</th>
                <th>Journey</th>
              </tr>
            </thead>
            <tbody>
              {verifications.map((one) => (
                <tr key={one.id}>
                  <td className="when">{one.createdAt.toISOString().slice(0, 19).replace("T", " ")}</td>
                  <td>
                    {one.document.firstname} {one.document.lastname}
                  </td>
                  <td>
                    {one.status}
                    {one.isPurged ? ", purged" : ""}
                  </td>
                  <td>
                    <a href={one.url}>Open</a>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <h2>Without a browser</h2>
      <pre>{`curl -d '{"outcome":"approved","document":{"birthday":"1990-05-17"}}' -H 'content-type: application/json' /api/identity/{id}`}</pre>
    </Layout>
  );
}

type JourneyProps = { verification: Verification; isAlive: boolean; problem?: string };

/** The provider's own page. The person types what a camera would see and chooses the outcome. */
export function JourneyPage({ verification: one, isAlive, problem }: JourneyProps) {
  const { document: held } = one;
  return (
    <Layout title="Identity verification">
      <div className="narrow">
        <h1>Show your document</h1>
        <p>
          This stands in for the provider’s camera. Write what the document says, then choose what the checks find. Now:{" "}
          {one.status}.
        </p>
        {problem === undefined ? null : <p role="alert">{problem}</p>}
        {isAlive || one.status === "checks_in_progress" ? null : (
          <p role="alert">This attempt is over; the site makes a new one.</p>
        )}
        <form method="post" action={`/identity/${one.id}`}>
          <div className="row">
            <Field label="First names" name="firstname" value={held.firstname} />
            <Field label="Last name" name="lastname" value={held.lastname} />
            <Field label="Name at birth" name="birthname" value={held.birthname ?? ""} />
            <Field label="Birthday" name="birthday" value={held.birthday} type="date" />
            <Field label="Document number" name="number" value={held.number} />
          </div>
          <div className="actions">
            <button name="outcome" value="approved">
              Approve
            </button>
            {(
              [
                ["processing", "Checking"],
                ["retry", "Ask again"],
                ["declined", "Decline"],
                ["inconclusive", "Inconclusive"],
                ["refused", "I refuse"],
                ["expired", "Let it expire"],
              ] as const
            ).map(([value, label]) => (
              <button className="quiet" name="outcome" value={value} key={value}>
                {label}
              </button>
            ))}
          </div>
        </form>
        <p>
          <a href={one.redirectUrl}>Back to the site without deciding</a>
        </p>
      </div>
    </Layout>
  );
}

function Field({ label, name, value, type = "text" }: { label: string; name: string; value: string; type?: string }) {
  return (
    <label>
      {label}
      <input name={name} type={type} defaultValue={value} />
    </label>
  );
}
