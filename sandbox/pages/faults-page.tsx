import { MODES, PROVIDERS, type Fault } from "../faults.ts";
import { Layout } from "./layout.tsx";

/** The current faults, and a form to add one. */
export function FaultsPage({ faults }: { faults: Fault[] }) {
  return (
    <Layout title="Faults" at="/faults">
      <h1>Faults</h1>
      <p>
        Down: the provider refuses. Slow: it answers late. Drop: the connection is cut and nothing is done. Duplicate: a
        message arrives twice. Reorder: a message arrives after the next one. Each provider has one fault at a time; the
        last two are for messages.
      </p>
      {faults.length === 0 ? (
        <p>Everything works.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>Provider</th>
              <th>Fault</th>
              <th className="number">Calls left</th>
            </tr>
          </thead>
          <tbody>
            {faults.map((fault) => (
              <tr key={fault.provider}>
                <td>{fault.provider}</td>
                <td>{fault.mode === "slow" ? `slow by ${fault.delay_ms} ms` : fault.mode}</td>
                <td className="number">{fault.count ?? "all"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <h2>Break something</h2>
      <form method="post" action="/faults">
        <div className="row">
          <Choice label="Provider" name="provider" of={PROVIDERS} />
          <Choice label="Fault" name="mode" of={MODES} />
          <label>
            How many calls (none: all)
            <input name="count" type="number" min="1" />
          </label>
          <label>
            Delay in ms
            <input name="delay_ms" type="number" min="0" defaultValue="10000" />
          </label>
        </div>
        <div className="actions">
          <button name="do" value="break">
            Break it
          </button>
          <button className="quiet" name="do" value="repair" formNoValidate>
            Repair everything
          </button>
        </div>
      </form>
    </Layout>
  );
}

function Choice({ label, name, of }: { label: string; name: string; of: readonly string[] }) {
  return (
    <label>
      {label}
      <select name={name}>
        {of.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    </label>
  );
}
