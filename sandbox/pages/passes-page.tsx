import { m } from "../../src/messages/messages.js";
import type { Push } from "../apple-push.ts";
import type { LoyaltyObject } from "../google-wallet.tsx";
import { Layout } from "./layout.tsx";
import { EmptyList, PageTitle, Part, Rows, SandboxIcon, When } from "./parts.tsx";

type PassesProps = { objects: (LoyaltyObject & { is_saved: boolean })[]; pushes: Push[] };

/** Passes in Google Wallet, and phones that Apple's push service was asked to wake. */
export function PassesPage({ objects, pushes }: PassesProps) {
  return (
    <Layout title={m.sandbox_place_wallets()} at="/wallets">
      <div className="screen">
        <PageTitle title={m.sandbox_place_wallets()} lead={m.sandbox_wallets_lead()} />
        <Part id="google" title="Google Wallet">
          {objects.length === 0 ? (
            <EmptyList title={m.sandbox_wallets_nothing()}>{m.sandbox_wallets_nothing_hint()}</EmptyList>
          ) : (
            <ul className="passes">
              {objects.map((object) => (
                <li key={object.id}>
                  <Pass object={object} isSaved={object.is_saved} />
                </li>
              ))}
            </ul>
          )}
        </Part>
        <Part id="pushes" title={m.sandbox_wallets_pushes()}>
          {pushes.length === 0 ? (
            <p className="quiet">{m.sandbox_wallets_pushes_nothing()}</p>
          ) : (
            <Rows head={[m.sandbox_column_time(), m.sandbox_column_phone(), m.sandbox_column_topic()]}>
              {pushes.map(({ device, topic, sent_at: at }) => (
                <tr key={`${at} ${device}`}>
                  <td>
                    <When at={at} />
                  </td>
                  <td className="wide">
                    <code>{device}</code>
                  </td>
                  <td>{topic}</td>
                </tr>
              ))}
            </Rows>
          )}
        </Part>
      </div>
    </Layout>
  );
}

/** The page of a save link: the pass was saved, or the link was not signed correctly. */
export function SavedPassPage({ object }: { object: LoyaltyObject | null }) {
  return (
    <Layout title="Google Wallet">
      <div className="narrow">
        <h1 className="title-2">{object === null ? m.sandbox_pass_wrong() : m.sandbox_pass_saved()}</h1>
        {object === null ? <p className="quiet">{m.sandbox_pass_wrong_hint()}</p> : <Pass object={object} isSaved />}
      </div>
    </Layout>
  );
}

/** A pass as a telephone would show it. */
function Pass({ object, isSaved }: { object: LoyaltyObject; isSaved: boolean }) {
  const code = object.barcode?.alternateText ?? object.barcode?.value;
  return (
    <article className="pass">
      <header>
        <span className="ornament ornament-mark" aria-hidden="true" />
        <b>{object.accountName ?? "–"}</b>
        <span className="state" data-tone={isSaved ? "ok" : "wait"}>
          <SandboxIcon name={isSaved ? "check-circle" : "hourglass-medium"} small />
          {isSaved ? m.sandbox_pass_in_wallet() : m.sandbox_pass_offered()}
        </span>
      </header>
      <dl>
        {(object.textModulesData ?? []).map(({ header, body }) => (
          <div key={header}>
            <dt>{header}</dt>
            <dd>{body}</dd>
          </div>
        ))}
      </dl>
      {code === undefined ? null : <p className="pass-code figures">{code}</p>}
      <footer>
        <code>{object.id}</code> {object.state}
      </footer>
    </article>
  );
}
