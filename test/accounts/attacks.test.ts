import { Agent, request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openHttpServer, type HttpServer } from "../../src/platform/http/server.server.ts";
import { hit } from "../../src/platform/http/counted-limits.server.ts";
import { attackRow } from "../support/attack-rows.ts";
import { standingClock, type StandingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { PASSWORD, peopleOf, SITE, type Answered, type People } from "../support/people.ts";
import { amount } from "../support/proof.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const HOST = "port-serac.localhost:3000";
const HOUR_MS = 3_600_000;
const PROOF_MS = 600_000;

describe("attacks on log-ins", () => {
  let clock: StandingClock;
  let app: TestApp;
  let people: People;
  beforeAll(async () => {
    clock = standingClock(SATURDAY_EVENING);
    app = await openIsolatedApp({ venues: ["port-serac"], pictures: "stand-ins", clock });
    people = peopleOf(app);
  });
  afterAll(() => app.close());

  it(
    "a flood from one network with seventy connections leaves room for the log-ins of all others",
    async () => {
      const CONNECTIONS = 70;
      const others = amount({ test: 20, proof: 400 });
      const emails = ["ana@example.test", "bea@example.test", "cleo@example.test", "dora@example.test"];
      for (const email of emails) await people.member(email);
      const site = await overSockets(app);
      const over = new AbortController();
      const told = new Map<number, number>();
      const flood = Array.from({ length: CONNECTIONS }, async (_, at) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        for (let number = 0; !over.signal.aborted; number += 1) {
          const status = await site.logIn(`${at}-${number}@example.test`, "Wrong-Word!12", "203.0.113.9", { agent });
          told.set(status, (told.get(status) ?? 0) + 1);
        }
        agent.destroy();
      });
      const statuses: number[] = [];
      for (let at = 0; at < others; at += 1) {
        const email = emails[at % emails.length] ?? "";
        statuses.push(await site.logIn(email, PASSWORD, `198.18.${at % 256}.${at >> 8}`));
      }
      over.abort();
      await Promise.all(flood);
      await site.close();
      const entered = statuses.filter((status) => status === 200).length;
      attackRow(
        "flood of log-ins from one network",
        `${CONNECTIONS} connections, wrong passwords without a pause`,
        `${entered} of ${others} log-ins from other networks succeeded; the flood was answered with ${listOf(told)}`,
      );
      expect(entered).toBeGreaterThanOrEqual(others * 0.95);
      expect(told.get(401), "only so many of the flood were compared").toBeLessThanOrEqual(20);
    },
    PROOF_MS,
  );

  it(
    "a flood from as many networks as log-ins leaves room for people in browsers that logged in before",
    async () => {
      const CONNECTIONS = 70;
      const others = amount({ test: 20, proof: 400 });
      const email = "edda@example.test";
      await people.member(email);
      const before = await people.logIn(email, PASSWORD, { ip: "198.18.254.1" });
      const cookie =
        before.headers
          .getSetCookie()
          .find((line) => line.startsWith("known_browser="))
          ?.split(";")[0] ?? "";
      const site = await overSockets(app);
      const over = new AbortController();
      const told = new Map<number, number>();
      let networks = 0;
      const flood = Array.from({ length: CONNECTIONS }, async (_, at) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        for (let number = 0; !over.signal.aborted; number += 1) {
          networks += 1;
          const ip = `100.${64 + (networks >> 8)}.${networks % 256}.1`;
          const status = await site.logIn(`many-${at}-${number}@example.test`, "Wrong-Word!12", ip, { agent });
          told.set(status, (told.get(status) ?? 0) + 1);
        }
        agent.destroy();
      });
      const statuses: number[] = [];
      for (let at = 0; at < others; at += 1)
        statuses.push(await site.logIn(email, PASSWORD, `198.18.${at % 256}.${at >> 8}`, { cookie }));
      over.abort();
      await Promise.all(flood);
      await site.close();
      const entered = statuses.filter((status) => status === 200).length;
      attackRow(
        "flood of log-ins from many networks",
        `${CONNECTIONS} connections, each log-in from another network, wrong passwords without a pause`,
        `${entered} of ${others} log-ins from browsers that logged in before succeeded; the flood was answered with ${listOf(told)}`,
      );
      expect(entered).toBeGreaterThanOrEqual(others * 0.95);
      expect(told.get(503) ?? 0, "the flood filled its queue").toBeGreaterThan(0);
    },
    PROOF_MS,
  );

  it(
    "spraying one guess each at six hundred accounts from one network is slowed down, then needs proofs of work",
    async () => {
      const ACCOUNTS = 600;
      const ip = "203.0.114.9";
      const seconds = () => (clock.now().getTime() - started) / 1000;
      const started = clock.now().getTime();
      const statuses: number[] = [];
      const spray = async (at: number, headers: Record<string, string> = {}): Promise<Answered> => {
        const answer = await people.logIn(`sprayed-${at}@example.test`, "Wrong-Word!12", { ip, headers });
        statuses.push(answer.status);
        return answer;
      };
      for (let at = 0; at < ACCOUNTS; at += 1) await spray(at);
      const atOnce = statuses.filter((status) => status === 401).length;
      expect([atOnce, statuses.at(-1)]).toEqual([20, 429]);

      // Whoever waits as told is slowed down until the fiftieth failure.
      let patient: Answered = await spray(ACCOUNTS);
      for (let at = ACCOUNTS + 1; seconds() < 900 && wants(patient) !== "proof"; at += 1) {
        if (patient.status === 429) clock.advance(Number(patient.headers.get("retry-after")) * 1000);
        patient = await spray(at);
      }
      const compared = statuses.filter((status) => status === 401).length;
      expect([patient.status, compared, wants(patient)]).toEqual([429, 50, "proof"]);
      expect(Number(patient.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(seconds(), "seconds until the fiftieth guess").toBeGreaterThan(400);
      attackRow(
        "spraying",
        `${ACCOUNTS} addresses, one guess each, from one network`,
        `${atOnce} compared at once; whoever waits as told gets 50 in ${seconds()} s, and each further one costs a proof of work`,
      );

      expect((await spray(2_000, await people.captcha())).status, "with a proof of work").toBe(401);
      expect((await spray(2_001)).status, "which is used up").toBe(429);
      await people.member("guest@example.test");
      const guest = (sent: { ip: string; headers?: Record<string, string> }) =>
        people.logIn("guest@example.test", PASSWORD, sent);
      expect((await guest({ ip })).status, "a guest of the same network").toBe(429);
      const proven = await guest({ ip, headers: await people.captcha() });
      expect(proven.status, "a guest with a proof of work").toBe(200);
      const cookie = proven.headers.get("set-cookie")?.split(";")[0] ?? "";
      expect((await guest({ ip, headers: { cookie } })).status, "from a browser that the account knows").toBe(200);
      expect((await guest({ ip: "198.18.255.1" })).status, "from elsewhere").toBe(200);
      const form = async (fields: Record<string, string>) => {
        const headers = { origin: SITE, "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": ip };
        const body = new URLSearchParams({ email: "guest@example.test", password: PASSWORD, ...fields }).toString();
        return app.send(HOST, "/me-connecter.data", { method: "POST", headers, body });
      };
      const asked = await form({});
      expect([asked.status, await asked.text()]).toEqual([429, expect.stringContaining('"wantsProof",true')]);
      expect((await form(await people.captcha())).headers.getSetCookie().join()).toContain("user_token=");
      clock.advance(HOUR_MS);
      expect((await guest({ ip })).status, "later").toBe(200);
    },
    PROOF_MS,
  );
});

describe("attacks on text messages", () => {
  let clock: StandingClock;
  let app: TestApp;
  let people: People;
  beforeAll(async () => {
    clock = standingClock(SATURDAY_EVENING);
    app = await openIsolatedApp({ venues: ["port-serac"], pictures: "stand-ins", clock });
    people = peopleOf(app);
  });
  afterAll(() => app.close());

  let made = 0;
  const anybody = async () => {
    made += 1;
    return (await people.register(`pump-${made}@example.test`)).body.data?.token ?? "";
  };
  const asks = async (token: string, device: string) => {
    const body = { otp_type: "check", device_type: "mobile", device };
    return people.post("/otp/send", body, { token, headers: await people.captcha() });
  };
  const german = (index: number) => `+4915${String(112_345_678 + index * 10_007)}`;

  it("one account whose address is not confirmed gets two messages, over however many networks", async () => {
    const NETWORKS = 45;
    const token = await anybody();
    const told = new Map<number, number>();
    for (let at = 0; at < NETWORKS; at += 1) {
      const { status, headers } = await asks(token, `+3367${String(at).padStart(2, "0")}00001`);
      told.set(status, (told.get(status) ?? 0) + 1);
      if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    const sent = app.world.gateways.texts.length;
    attackRow(
      "pumping from one account",
      `${NETWORKS} text messages to as many numbers from as many networks, address not confirmed`,
      `${sent} were sent; answers ${listOf(told)}`,
    );
    expect([sent, told.get(429)]).toEqual([2, NETWORKS - 2]);
  });

  it("many accounts on many networks get no more than twice the budget of a prefix, and staff are told at half", async () => {
    const ACCOUNTS = 60;
    const before = app.world.gateways.texts.length;
    const isTold = () => app.world.metrics.text({}).includes('sms_half_budget_total{prefix="49"} 1');
    let toldAt: number | null = null;
    const tokens: string[] = [];
    const statuses: number[] = [];
    for (let at = 0; at < ACCOUNTS; at += 1) {
      const token = await anybody();
      tokens.push(token);
      statuses.push((await asks(token, german(at))).status);
      if (toldAt === null && isTold()) toldAt = at + 1;
      // Whoever had a message is refused from the whole budget on.
      if (at === 18) expect((await asks(tokens[0] ?? "", german(900))).status).toBe(200);
      if (at === 19) expect((await asks(tokens[1] ?? "", german(901))).status).toBe(429);
    }
    const sent = app.world.gateways.texts.length - before;
    attackRow(
      "pumping from many accounts",
      `${ACCOUNTS} new accounts on as many networks, to one foreign prefix (budget 20 an hour)`,
      `${sent} were sent; staff were told at the ${toldAt}th; from the 20th on accounts that had one were refused`,
    );
    expect([sent, toldAt, statuses.at(-1)]).toEqual([40, 10, 429]);
    clock.advance(HOUR_MS);
    expect((await asks(await anybody(), german(500))).status, "an hour later").toBe(200);
  });

  it("a country of the group has six hundred messages an hour", async () => {
    const { world } = app;
    const hits = async (count: number) => {
      for (let at = 0; at < count; at += 1)
        await hit(world, world.database.db, ["sms prefix", "41"], [{ limit: 2_000, seconds: 3_600 }]);
    };
    const swiss = (index: number) => `+4178${String(1_234_500 + index * 10_007)}`;
    const [one, other] = [await anybody(), await anybody()];
    expect((await asks(one, swiss(1))).status).toBe(200);
    await hits(599);
    expect((await asks(one, swiss(2))).status, "an account that had one").toBe(429);
    expect((await asks(other, swiss(3))).status, "an account without").toBe(200);
    await hits(599);
    expect((await asks(await anybody(), swiss(4))).status, "at twice as many").toBe(429);
  });
});

/** "proof" for the refusal that asks for a proof of work. */
function wants({ body }: Answered): "proof" | null {
  return JSON.stringify(body.error).includes("anti-robot") ? "proof" : null;
}

function listOf(counts: Map<number, number>): string {
  return [...counts].map(([status, count]) => `${status} (${count})`).join(", ");
}

/** The app behind sockets, as a flood meets it. Addresses are given as a proxy gives them. */
async function overSockets(app: TestApp) {
  const http: HttpServer = openHttpServer({
    publicScheme: "http",
    fast: app.fast,
    app: (incoming, env) => app.hono.fetch(incoming, env),
    isUpload: () => false,
  });
  const port = await http.listen(0);
  const logIn = (
    email: string,
    password: string,
    ip: string,
    { agent, cookie }: { agent?: Agent; cookie?: string } = {},
  ) =>
    new Promise<number>((resolve, reject) => {
      const known = cookie === undefined ? {} : { cookie };
      const headers = { host: HOST, "content-type": "application/json", "x-forwarded-for": ip, ...known };
      const options = { host: "127.0.0.1", port, path: "/api/auth/login", method: "POST", headers };
      const asked = request({ ...options, ...(agent === undefined ? {} : { agent }) }, (answer) => {
        answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
      });
      asked.on("error", reject).end(JSON.stringify({ email, password, source: "WEBSITE" }));
    });
  return { logIn, close: () => http.drain() };
}
