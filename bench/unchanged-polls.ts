import { callApi } from "./call-api.ts";
import { startBare } from "./cached-home.ts";
import { tokenOf } from "./demo-people.ts";
import { getOnce } from "./get-once.ts";
import { compareCpu } from "./interleaved.ts";
import { ownHeaders } from "./load.ts";
import { type Ratio, ratioOf } from "./ratio.ts";
import { startSite, untilQuiet, type RunningSite } from "./running-site.ts";

const MEMBER = "member@demo.belrive.example";
const PIN = "1234";
const SITE = 151;
const BUDGET = 3;

/**
 * An unchanged poll of an open payment and of an enrollment, each against a bare server that writes the same bytes
 * with the same headers.
 */
export async function unchangedPolls(): Promise<Ratio[]> {
  const site = await startSite({ withSandbox: true });
  try {
    await untilQuiet(site);
    const token = await tokenOf(site, MEMBER);
    const uuid = await openPayment(site, token);
    return [
      await againstBare(site, token, "payment poll / bare JSON answer", `/api/transaction/${uuid}`),
      await againstBare(site, token, "enrollment poll / bare JSON answer", "/api/users/enrollment"),
    ];
  } finally {
    await site.stop();
  }
}

async function againstBare(site: RunningSite, token: string, name: string, path: string): Promise<Ratio> {
  const headers = { host: site.hostOf("port-serac"), authorization: `Bearer ${token}` };
  await getOnce({ port: site.port, path, headers });
  const answer = await getOnce({ port: site.port, path, headers });
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
  const bare = await startBare({ status: 200, headers: ownHeaders(answer), body: answer.body.toString("base64") });
  try {
    const load = { path, headers, status: 200, bodyLength: answer.body.length };
    const { a, b } = await compareCpu(
      { pid: site.pid, load: { ...load, port: site.port }, hasOwnWork: true },
      { pid: bare.pid, load: { ...load, port: bare.port } },
    );
    return ratioOf(name, { a, b, budget: BUDGET, unit: "µs", bytes: answer.body.length });
  } finally {
    bare.stop();
  }
}

/** Starts a payment for the member. A second request for the same amount returns the open one. */
async function openPayment(site: RunningSite, token: string): Promise<string> {
  const unlocked = await callApi(site, {
    method: "POST",
    path: `/users/account/cashless/${SITE}/unlocks`,
    token,
    body: JSON.stringify({ pin: PIN }),
  });
  const { unlock } = JSON.parse(unlocked.body) as { unlock?: string };
  const ordered = await callApi(site, {
    method: "POST",
    path: "/transaction/init",
    token,
    body: JSON.stringify({
      provider: "instant_transfer",
      return_url: `http://${site.hostOf("port-serac")}/?popup=Cashless`,
      from: "web",
      site_id: SITE,
      product: { type: "cashless", amount: 50, currency: "EUR" },
      data: { site_id: SITE, pin_code: unlock },
    }),
  });
  const { data } = JSON.parse(ordered.body) as { data?: { transaction_uuid: string } };
  if (data === undefined) throw new Error(`The payment was answered with ${ordered.status}: ${ordered.body}`);
  return data.transaction_uuid;
}
