import { m } from "../../src/messages/messages.js";
import { MODES, PROVIDER_MODES, PROVIDERS, type Fault, type Provider } from "../faults.ts";
import { seconds } from "../words.ts";
import { Layout } from "./layout.tsx";
import { MODE_NAMES, PROVIDER_NAMES } from "./names.ts";
import { ForPrograms, PageTitle, SandboxIcon } from "./parts.tsx";

/** The order in which people meet the services. */
const ROWS: readonly Provider[] = [
  "mail",
  "sms",
  "bank",
  "identity",
  ...PROVIDERS.filter((provider) => !["mail", "sms", "bank", "identity"].includes(provider)),
];
const DELAY_MS = 10_000;

/**
 * The façade: a row of windows for each service, one of them lit or broken. The page's script sends every choice at once
 * and renews what is marked with `data-renewed`; without it a button sends them all.
 */
export function FaultsPage({ faults }: { faults: Fault[] }) {
  return (
    <Layout title={m.sandbox_place_faults()} at="/faults">
      <div className="screen">
        <PageTitle title={m.sandbox_place_faults()} lead={m.sandbox_faults_lead()} />
        <Standing faults={faults} />
        <form method="post" action="/faults" data-board="">
          <input type="hidden" name="board" value="all" />
          <Board faults={faults} />
          <div className="buttons unscripted">
            <button className="button button-line">{m.sandbox_faults_apply()}</button>
          </div>
        </form>
        <ForPrograms>{`curl -d '{"provider":"bank","mode":"slow","delay_ms":10000,"count":3}' -H 'content-type: application/json' /api/faults
curl -X DELETE /api/faults`}</ForPrograms>
      </div>
    </Layout>
  );
}

/** The standing faults as sentences, beside the one button that ends them. */
function Standing({ faults }: { faults: Fault[] }) {
  return (
    <div className="standing" role="status" data-renewed="standing" data-broken={faults.length > 0 ? "" : undefined}>
      <div>
        <h2 className="title-3">
          {faults.length === 0
            ? m.sandbox_faults_none()
            : faults.length === 1
              ? m.sandbox_faults_one()
              : m.sandbox_faults_many({ count: faults.length })}
        </h2>
        {faults.length === 0 ? null : (
          <ul>
            {faults.map((fault) => (
              <li key={fault.provider}>
                <SandboxIcon name={MODE_NAMES[fault.mode].icon} />
                <span>
                  <b>
                    {m.sandbox_faults_sentence({
                      provider: PROVIDER_NAMES[fault.provider].name(),
                      mode: MODE_NAMES[fault.mode].name(),
                    })}
                  </b>{" "}
                  {MODE_NAMES[fault.mode].does()}
                  {fault.mode === "slow" ? ` (${seconds(fault.delay_ms)})` : ""}. {untilWhen(fault)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {faults.length === 0 ? null : (
        <form method="post" action="/faults">
          <button className="button button-ivory" name="do" value="repair">
            <SandboxIcon name="sun-horizon" />
            {m.sandbox_faults_repair()}
          </button>
        </form>
      )}
    </div>
  );
}

function untilWhen({ count }: Fault): string {
  if (count === undefined) return m.sandbox_faults_until_mended();
  return count === 1 ? m.sandbox_faults_once() : m.sandbox_faults_times({ count });
}

function Board({ faults }: { faults: Fault[] }) {
  return (
    <table className="board">
      <thead>
        <tr>
          <th scope="col">
            <span className="heard">{m.sandbox_column_service()}</span>
          </th>
          <th scope="col">
            <b>{m.sandbox_mode_lit()}</b>
            <span>{m.sandbox_mode_lit_does()}</span>
          </th>
          {MODES.map((mode) => (
            <th scope="col" key={mode}>
              <b>{MODE_NAMES[mode].name()}</b>
              <span>{MODE_NAMES[mode].does()}</span>
            </th>
          ))}
        </tr>
      </thead>
      {ROWS.map((provider) => (
        <Row key={provider} provider={provider} fault={faults.find((one) => one.provider === provider)} />
      ))}
    </table>
  );
}

function Row({ provider, fault }: { provider: Provider; fault: Fault | undefined }) {
  const { name, by, icon } = PROVIDER_NAMES[provider];
  return (
    <tbody>
      <tr>
        <th scope="row">
          <span>
            <SandboxIcon name={icon} />
            <span>
              {name()}
              <small>{by()}</small>
            </span>
          </span>
        </th>
        <td>
          <Lamp provider={provider} mode="lit" label={m.sandbox_mode_lit()} isChosen={fault === undefined} />
        </td>
        {MODES.map((mode) =>
          PROVIDER_MODES[provider].includes(mode) ? (
            <td key={mode}>
              <Lamp provider={provider} mode={mode} label={MODE_NAMES[mode].name()} isChosen={fault?.mode === mode} />
            </td>
          ) : (
            <td key={mode} className="none">
              <span aria-hidden="true">–</span>
              <span className="heard">{m.sandbox_mode_none()}</span>
            </td>
          ),
        )}
      </tr>
      <tr className="how">
        <td colSpan={MODES.length + 2}>
          <How provider={provider} fault={fault} />
        </td>
      </tr>
    </tbody>
  );
}

/** How late a broken service is, and for how many calls. */
function How({ provider, fault }: { provider: Provider; fault: Fault | undefined }) {
  const { name } = PROVIDER_NAMES[provider];
  return (
    <div>
      <label className="how-delay">
        {m.sandbox_faults_delay()}
        <input
          name={`delay-${provider}`}
          inputMode="decimal"
          defaultValue={(fault?.delay_ms ?? DELAY_MS) / 1000}
          aria-label={m.sandbox_faults_delay_of({ provider: name() })}
        />
      </label>
      <label>
        {m.sandbox_faults_count()}
        <input
          name={`count-${provider}`}
          inputMode="numeric"
          defaultValue={fault?.count}
          aria-label={m.sandbox_faults_count_of({ provider: name() })}
          placeholder={m.sandbox_faults_all()}
        />
      </label>
    </div>
  );
}

type LampProps = { provider: Provider; mode: string; label: string; isChosen: boolean };
function Lamp({ provider, mode, label, isChosen }: LampProps) {
  const { name } = PROVIDER_NAMES[provider];
  return (
    <label className="lamp" data-lit={mode === "lit" ? "" : undefined}>
      <input
        type="radio"
        name={`mode-${provider}`}
        value={mode}
        defaultChecked={isChosen}
        aria-label={m.sandbox_faults_lamp({ provider: name(), mode: label })}
      />
      <i />
      <b>{label}</b>
    </label>
  );
}
