import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { PIN, walletPeopleOf, type WalletPeople } from "./wallet-people.ts";
import { SOON } from "../support/patience.ts";

const HOST = "port-serac.localhost:3000";

describe("polling a payment (GET /transaction/{uuid})", () => {
  let app: TestApp;
  let wallets: WalletPeople;
  beforeAll(async () => {
    app = await openIsolatedApp({ venues: ["port-serac", "montreval"], pictures: "stand-ins" });
    wallets = walletPeopleOf(app);
  });
  afterAll(() => app.close());
  const ask = (path: string, { host = HOST, ...headers }: Record<string, string> = {}) =>
    app.send(host, path, { headers });

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

  it("answers 304 to a bearer token and to a cookie while nothing has changed", async () => {
    const { member, uuid } = await payment();
    const path = `/api/transaction/${uuid}`;
    for (const headers of [
      { authorization: `Bearer ${member.token}` },
      { cookie: `a=b; user_token=${member.token}` },
    ] as Record<string, string>[]) {
      const first = await ask(path, headers);
      expect([first.status, first.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
      const unchanged = await ask(path, { ...headers, "if-none-match": String(first.headers.get("etag")) });
      expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
    }
  });

  it("answers a thousand unchanged polls without a query", async () => {
    const { member, uuid } = await payment();
    const { db } = app.world.database;
    const queried = vi.spyOn(app.world.database, "db", "get").mockReturnValue(db);
    const poll = (known = "") =>
      ask(`/api/transaction/${uuid}`, { authorization: `Bearer ${member.token}`, "if-none-match": known });
    const etag = (await poll()).headers.get("etag") ?? "";
    expect(queried).toHaveBeenCalled();
    queried.mockClear();
    for (let at = 0; at < 1_000; at += 1) expect((await poll(etag)).status).toBe(304);
    // A poll of an open payment sometimes asks the bank in the background.
    expect(queried.mock.calls.length).toBeLessThanOrEqual(20);
  });

  // The clock stands still: the log-out itself ends the answer, not a second that has passed.
  it("answers 401 within a second after the session ended", async () => {
    const { member, uuid } = await payment();
    const poll = () => ask(`/api/transaction/${uuid}`, { authorization: `Bearer ${member.token}` });
    expect([(await poll()).status, (await poll()).status]).toEqual([200, 200]);
    await wallets.call("POST", "/auth/logout", member.token, {});
    await vi.waitFor(async () => expect((await poll()).status).toBe(401), SOON);
  });

  it("answers nobody else: not another member, not without a token, not at an unknown host", async () => {
    const [mine, theirs] = [await payment(), await payment()];
    const path = `/api/transaction/${mine.uuid}`;
    const bearer = ({ member }: typeof mine) => ({ authorization: `Bearer ${member.token}` });
    expect((await ask(path, bearer(mine))).status).toBe(200);
    expect((await ask(`/api/transaction/${theirs.uuid}`, bearer(theirs))).status).toBe(200);
    expect((await ask(path, bearer(theirs))).status).toBe(404);
    expect((await ask(path)).status).toBe(401);
    expect((await ask(path, { ...bearer(mine), "x-access-token": "Bearer nobody" })).status).toBe(401);
    expect((await ask(path, { ...bearer(mine), host: "elsewhere.example" })).status).toBe(421);
    // A site that hides the member area refuses this call as every other.
    expect((await ask(path, { ...bearer(mine), host: "montreval.localhost:3000" })).status).toBe(403);
  });
});
