import { request, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openHttpServer, type HttpServer } from "../src/platform/http/server.server.ts";
import { enrollingAt } from "./support/enrolled.ts";
import type { TestHouse } from "./support/house.ts";
import { openOwnHouse } from "./support/own-house.ts";
import { PIN, walletPeopleOf, type WalletPeople } from "./support/wallet-people.ts";
import { SOON } from "./support/patience.ts";

const HOST = "port-serac.localhost:3000";
type Told = { status: number; headers: IncomingHttpHeaders; body: string };

describe("a poll without news", () => {
  let house: TestHouse;
  let wallets: WalletPeople;
  let http: HttpServer;
  let port: number;
  /** For each request, whether it was answered without the app. */
  const shortcuts: boolean[] = [];
  beforeAll(async () => {
    house = await openOwnHouse({ venues: ["port-serac", "montreval"], pictures: "stand-ins" });
    wallets = walletPeopleOf(house);
    http = openHttpServer({
      isHttps: false,
      fast(incoming, response) {
        const isShort = house.fast(incoming, response);
        shortcuts.push(isShort);
        return isShort;
      },
      app: (incoming, env) => house.app.fetch(incoming, env),
      isUpload: () => false,
    });
    port = await http.listen(0);
  });
  afterAll(async () => {
    await http.drain();
    await house.close();
  });
  const ask = (path: string, headers: Record<string, string>) =>
    new Promise<Told>((resolve, reject) => {
      const sent = request(
        { host: "127.0.0.1", port, path, headers: { host: HOST, ...headers }, agent: false },
        (answer) => {
          let body = "";
          answer.on("data", (part: Buffer) => (body += part.toString()));
          answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
        },
      );
      sent.on("error", reject);
      sent.end();
    });
  /** The answer without the headers of the connection and the date. */
  const own = ({ status, headers, body }: Told) => {
    const {
      date: _date,
      connection: _connection,
      "content-length": _length,
      "transfer-encoding": _encoding,
      ...rest
    } = headers;
    return { status, headers: rest, body };
  };
  async function payment() {
    const member = await wallets.member();
    const { unlock = "" } = (await wallets.unlockNative(member.token, PIN)).body;
    const answer = await wallets.call("POST", "/transaction/init", member.token, {
      provider: "instant_transfer",
      return_url: `http://${HOST}/?popup=Cashless`,
      from: "web",
      site_id: 151,
      product: { type: "cashless", amount: 50, currency: "EUR" },
      data: { site_id: 151, pin_code: unlock },
    });
    return { member, uuid: (answer.body.data as { transaction_uuid: string }).transaction_uuid };
  }

  it("is answered without the app, with the same headers and body", async () => {
    const { member, uuid } = await payment();
    const enrolling = await enrollingAt(house).person("poll-door@example.org");
    for (const [path, token] of [
      [`/api/transaction/${uuid}`, member.token],
      ["/api/users/enrollment", enrolling],
    ] as const)
      for (const headers of [{ authorization: `Bearer ${token}` }, { cookie: `a=b; user_token=${token}` }] as Record<
        string,
        string
      >[]) {
        const known = { ...headers, origin: `http://${HOST}` };
        const long = await ask(path, known);
        expect([shortcuts.pop(), long.status]).toEqual([false, 200]);
        const short = await ask(path, headers);
        expect(shortcuts.pop(), path).toBe(true);
        const { "access-control-allow-origin": _allowed, ...others } = own(long).headers;
        expect(own(short)).toEqual({ ...own(long), headers: others });
        const unchanged = await ask(path, { ...headers, "if-none-match": String(long.headers.etag) });
        expect([shortcuts.pop(), unchanged.status, unchanged.body]).toEqual([true, 304, ""]);
      }
  });

  // The clock stands still, so only the notification of the log-out can end the cached answer.
  it("answers 401 within a second after the session ended, also for a payment", async () => {
    const { member, uuid } = await payment();
    const poll = () => ask(`/api/transaction/${uuid}`, { authorization: `Bearer ${member.token}` });
    expect([(await poll()).status, (await poll()).status, shortcuts.pop()]).toEqual([200, 200, true]);
    await wallets.call("POST", "/auth/logout", member.token, {});
    await vi.waitFor(async () => expect((await poll()).status).toBe(401), SOON);
  });

  it("is refused for another member, without a token and at an unknown host", async () => {
    const [mine, theirs] = [await payment(), await payment()];
    const path = `/api/transaction/${mine.uuid}`;
    const bearer = ({ member }: typeof mine) => ({ authorization: `Bearer ${member.token}` });
    expect((await ask(path, bearer(mine))).status).toBe(200);
    expect((await ask(`/api/transaction/${theirs.uuid}`, bearer(theirs))).status).toBe(200);
    expect((await ask(path, bearer(theirs))).status).toBe(404);
    expect((await ask(path, {})).status).toBe(401);
    expect((await ask(path, { ...bearer(mine), "x-access-token": "Bearer nobody" })).status).toBe(401);
    expect((await ask(path, { ...bearer(mine), host: "elsewhere.example" })).status).toBe(421);
    // A site without a member area refuses this call like every other.
    expect((await ask(path, { ...bearer(mine), host: "montreval.localhost:3000" })).status).toBe(403);
    expect(shortcuts.pop()).toBe(false);
  });
});
