import type { Push } from "../apple-push.ts";
import type { LoyaltyObject } from "../google-wallet.tsx";
import { Layout, When } from "./layout.tsx";

type WalletsProps = { objects: (LoyaltyObject & { is_saved: boolean })[]; pushes: Push[] };

/** Passes in Google Wallet, and phones that Apple's push service was asked to wake. */
export function WalletsPage({ objects, pushes }: WalletsProps) {
  return (
    <Layout title="Wallets" at="/wallets">
      <h1>Wallets</h1>
      <p>Passes at Google as they are now, and pushes to telephones with an Apple pass, the newest first.</p>
      <h2>Google</h2>
      {objects.length === 0 ? (
        <p>No pass has been made yet.</p>
      ) : (
        objects.map((object) => (
          <Pass key={object.id} object={object} note={object.is_saved ? "in a wallet" : "offered"} />
        ))
      )}
      <h2>Apple’s push service</h2>
      {pushes.length === 0 ? (
        <p>No telephone has been told of anything yet.</p>
      ) : (
        <div className="wrap">
          <table>
            <thead>
              <tr>
                <th>At (UTC)</th>
                <th>Telephone</th>
                <th>Topic</th>
              </tr>
            </thead>
            <tbody>
              {pushes.map(({ device, topic, sent_at: at }) => (
                <tr key={`${at} ${device}`}>
                  <td className="when">
                    <When at={at} />
                  </td>
                  <td>
                    <code>{device}</code>
                  </td>
                  <td>{topic}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Layout>
  );
}

/** The page of a save link: the pass was saved, or the link was not signed correctly. */
export function SavedPassPage({ object }: { object: LoyaltyObject | null }) {
  return (
    <Layout title="Google Wallet">
      <h1>{object === null ? "Something went wrong" : "Added to your wallet"}</h1>
      {object === null ? <p>This link is not signed, too long, or names no pass.</p> : <Pass object={object} />}
    </Layout>
  );
}

function Pass({ object, note }: { object: LoyaltyObject; note?: string }) {
  const rows: [string, string | undefined][] = [
    ["Pass", object.id],
    ["State", [object.state, note].filter(Boolean).join(", ")],
    ["Name", object.accountName],
    ["Code", object.barcode?.alternateText ?? object.barcode?.value],
    ...(object.textModulesData ?? []).map(({ header, body }): [string, string] => [header, body]),
  ];
  return (
    <dl>
      {rows.flatMap(([name, value]) =>
        value === undefined ? [] : [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>],
      )}
    </dl>
  );
}
