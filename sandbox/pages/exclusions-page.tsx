import type { ExcludedPerson } from "../exclusions.tsx";
import { Layout } from "./layout.tsx";

/** The excluded persons of the registers, and a form to add one. */
export function ExclusionsPage({ persons }: { persons: ExcludedPerson[] }) {
  return (
    <Layout title="Exclusions" at="/exclusions">
      <h1>Exclusion registers</h1>
      <p>
        The sandbox plays the French, the Swiss and the Belgian register. Whoever stands here cannot enroll, is not let
        in at an entrance, and a member’s gifts rest. Of whom a register does not answer, the house decides nothing: an
        enrollment waits.
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
              {persons.map(({ lastname, firstname, birthday, verdict }, at) => (
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
