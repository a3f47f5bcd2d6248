import type { PaidJackpot } from "../jackpot-floor.ts";
import { Layout, When } from "./layout.tsx";

export type HomeProps = {
  siteUrl: string;
  smtp: string;
  mails: number;
  texts: number;
  faults: number;
  floor: FloorProps;
};
export type FloorProps = { megapot: string; recent: PaidJackpot[] };

/** The sandbox's front page: what it plays, and the latest jackpots. */
export function HomePage({ siteUrl, smtp, mails, texts, faults, floor }: HomeProps) {
  return (
    <Layout title="Baize sandbox" at="/">
      <h1>The outside world</h1>
      <p>
        This server plays what surrounds the casinos’ sites. It speaks to <a href={siteUrl}>{siteUrl}</a> as the real
        services would; the site does not know the difference.
      </p>
      <div className="wrap">
        <table>
          <thead>
            <tr>
              <th>What it plays</th>
              <th>For a person</th>
              <th>For a program</th>
            </tr>
          </thead>
          <tbody>
            <Row
              name={`Mail, over SMTP at ${smtp}`}
              href="/mail"
              link={counted(mails, "mail")}
              api="GET /api/mail?to="
            />
            <Row name="SMS, by OVHcloud" href="/sms" link={`${texts} SMS`} api="GET /api/sms?to=" />
            <Row
              name="Google, Apple, Facebook"
              href="/sign-in"
              link="Who can sign in"
              api="POST /api/social/{google,apple,facebook}, …/{apple,facebook}/notices"
            />
            <Row
              name="The bank, by Fintecture"
              href="/bank"
              link="Payments"
              api="GET, POST /api/bank, GET /api/bank/applications"
            />
            <Row name="Google’s and Apple’s wallets" href="/wallets" link="Passes and pushes" api="GET /api/wallets" />
            <Row
              name="Identity verification, by Ubble"
              href="/identity"
              link="Journeys"
              api="GET /api/identity, POST /api/identity/{id}"
            />
            <Row name="Exclusion registers" href="/exclusions" link="Who is excluded" api="GET, PUT /api/exclusions" />
            <Row name="The casino floor" href="/casino" link="Desk, kiosk, machine" api="the site’s floor API" />
            <Row name="The app around the site" href="/native" link="Open it" api="GET, DELETE /api/native" />
            <Row
              name="What goes wrong"
              href="/faults"
              link={faults === 0 ? "Everything works" : counted(faults, "fault")}
              api="POST, DELETE /api/faults"
            />
          </tbody>
        </table>
      </div>
      <p>
        Not of the outside world, but good to have at hand: <a href="/components">the component catalogue</a>, with
        everything that the sites’ pages and the desk are made of.
      </p>
      <JackpotFloorPart {...floor} />
    </Layout>
  );
}

function Row({ name, href, link, api }: { name: string; href: string; link: string; api: string }) {
  return (
    <tr>
      <td>{name}</td>
      <td>
        <a href={href}>{link}</a>
      </td>
      <td>
        <code>{api}</code>
      </td>
    </tr>
  );
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function JackpotFloorPart({ megapot, recent }: FloorProps) {
  return (
    <>
      <h2>The casino floor: jackpots</h2>
      <p>
        The Megapot stands at {megapot} €. It grows every five seconds; about every two minutes a machine pays. Both are
        reported through the floor API.
      </p>
      <div className="wrap">
        <table>
          <thead>
            <tr>
              <th>Paid at (UTC)</th>
              <th>Site</th>
              <th>Machine</th>
              <th className="number">Amount</th>
            </tr>
          </thead>
          <tbody>
            {recent.length === 0 ? (
              <tr>
                <td colSpan={4}>No machine has paid since the sandbox started.</td>
              </tr>
            ) : (
              recent.map((won) => (
                <tr key={`${won.paidAt} ${won.slot}`}>
                  <td className="when">
                    <When at={won.paidAt} />
                  </td>
                  <td>{won.siteId}</td>
                  <td>
                    {won.model}, no. {won.slot}
                  </td>
                  <td className="number">{won.amount} €</td>
                </tr>
              ))
            )}
          </tbody>
        </table>
      </div>
    </>
  );
}
