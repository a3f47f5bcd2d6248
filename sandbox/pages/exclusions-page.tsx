import type { ExcludedPerson, RegisterCalls } from "../exclusions.tsx";
import { Layout } from "./layout.tsx";

const SHOWN = 200;

/** The first excluded persons of the registers, a form to add one, and what the site has asked. */
export function ExclusionsPage({ persons, calls }: { persons: ExcludedPerson[]; calls: RegisterCalls }) {
  return (
    <Layout title="Exclusions" at="/exclusions">
      <h1>Exclusion registers</h1>
      <p>
        The sandbox plays the French, the Swiss and the Belgian register. Whoever stands here cannot enroll, is not let
        in at an entrance, and a member’s gifts rest. Of whom a register does not answer, the house decides nothing: an
        enrollment waits. Members are asked about once a day, up to a thousand in one call.
      </p>
      <p>
        Asked so far: {calls.checks} calls about one person, {calls.matches} about many, {calls.persons} persons in all.
      </p>
      {persons.length === 0 ? (
        <p>Nobody is listed: the registers clear everybody.</p>
      ) : (
        <div className="wrap">
          <table>
            <thead>
              <tr>
                <th>Last name</th>
                <th>First names</th>
                <th>Birthday</th>
                <th>The register</th>
                <th>
                  <span>Lift</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {persons.slice(0, SHOWN).map(({ lastname, firstname, birthday, verdict }, at) => (
                <tr key={`${lastname} ${firstname} ${birthday}`}>
                  <td>{lastname}</td>
                  <td>{firstname}</td>
                  <td className="when">{birthday}</td>
                  <td>{verdict === "unknown" ? "does not answer" : "excludes"}</td>
                  <td>
                    <form method="post" action="/exclusions">
                      <button className="quiet" name="remove" value={at} aria-label={`Lift ${firstname} ${lastname}`}>
                        Lift
                      </button>
                    </form>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {persons.length > SHOWN && <p>And {persons.length - SHOWN} more.</p>}
      <h2>Add somebody</h2>
      <form method="post" action="/exclusions">
        <div className="row">
          <label>
            Last name
            <input name="lastname" required />
          </label>
          <label>
            First names
            <input name="firstname" required />
          </label>
          <label>
            Birthday
            <input name="birthday" type="date" required />
          </label>
          <label>
            The register
            <select name="verdict">
              <option value="barred">excludes</option>
              <option value="unknown">does not answer</option>
            </select>
          </label>
        </div>
        <div className="actions">
          <button>Add</button>
        </div>
      </form>
    </Layout>
  );
}
