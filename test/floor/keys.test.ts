import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { SCOPES, type Scope } from "../../src/floor/contract.ts";
import { hashOf } from "../../src/floor/floor.server.ts";
import type { KeyAnswer } from "../../src/floor/keys.server.ts";
import type { ApiDocument } from "../support/api-calls.ts";
import { standingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { SOON } from "../support/patience.ts";
import { SATURDAY_EVENING, TEST_IMPORT_KEY } from "../support/world.ts";

const HOST = "localhost:3000";
const DAY_MS = 86_400_000;

oneDatabase("keys of the floor", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(await open(), { venues: ["port-serac", "valombre"], clock, pictures: "stand-ins" });
  });
  afterAll(() => app.close());
  beforeEach(() => clock.set(SATURDAY_EVENING));

  const command = async (body: object, key = TEST_IMPORT_KEY): Promise<[number, KeyAnswer]> => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
    const answer = await app.send(HOST, "/api/floor-keys", { method: "POST", headers, body: JSON.stringify(body) });
    return [answer.status, (await answer.json()) as KeyAnswer];
  };
  const made = async (body: object) => {
    const [, answer] = await command(body);
    if (!("key" in answer)) throw new Error(JSON.stringify(answer));
    return answer;
  };
  const issue = (scopes: Scope[] | null = null, venue = "port-serac") =>
    made({ command: "issue", venue, label: "Caisse 1", scopes });
  const listed = async (id: number) => {
    const [, answer] = await command({ command: "list" });
    return "keys" in answer ? answer.keys.find((key) => key.id === id) : undefined;
  };
  const call = async (key: string, method: string, path: string) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
    const body = method === "GET" ? {} : { body: "{}" };
    return (await app.send(HOST, `/api/floor${path}`, { method, headers, ...body })).status;
  };
  const look = (key: string) => call(key, "GET", "/cards/4000000000000000");

  it("are issued for a venue, work at once, and are stored as a hash only", async () => {
    const { key, issued } = await issue(null, "valombre");
    expect(issued).toEqual({
      id: expect.any(Number),
      venue: "valombre",
      label: "Caisse 1",
      scopes: null,
      issued_at: "2026-11-21T19:30:00.000Z",
      last_used_at: null,
      ends_at: null,
      successor_id: null,
    });
    expect(key).toMatch(/^floor_[\w-]{43}$/);
    expect(await look(key)).toBe(404);
    const rows = await app.world.database.db.selectFrom("floor_keys").selectAll().execute();
    expect(rows.find(({ id }) => id === issued.id)).toMatchObject({ key_hash: hashOf(key), site_id: 152 });
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it("are listed with their last use, also by venue", async () => {
    const { key, issued } = await issue();
    clock.set("2026-11-21T20:00:00Z");
    await look(key);
    expect(await listed(issued.id)).toMatchObject({ last_used_at: "2026-11-21T20:00:00.000Z" });
    // A node remembers a key for ten minutes.
    clock.set("2026-11-21T20:10:01Z");
    await look(key);
    expect(await listed(issued.id)).toMatchObject({ last_used_at: "2026-11-21T20:10:01.000Z" });
    const [, answer] = await command({ command: "list", venue: "valombre" });
    expect("keys" in answer && new Set(answer.keys.map(({ venue }) => venue))).toEqual(new Set(["valombre"]));
  });

  it("are valid beside their successor for seven days", async () => {
    const { key: before, issued: first } = await issue(["look-ups"]);
    expect(await look(before)).toBe(404);
    const { key: after, issued: second } = await made({ command: "rotate", id: first.id });
    expect(second).toMatchObject({ venue: "port-serac", label: "Caisse 1", scopes: ["look-ups"], ends_at: null });
    expect(await listed(first.id)).toMatchObject({ ends_at: "2026-11-28T19:30:00.000Z", successor_id: second.id });
    expect([await look(before), await look(after)]).toEqual([404, 404]);
    expect((await command({ command: "rotate", id: first.id }))[1]).toEqual({
      problem: `The key ${first.id} is being replaced by ${second.id} already.`,
    });
    clock.advance(7 * DAY_MS - 1);
    expect([await look(before), await look(after)]).toEqual([404, 404]);
    clock.advance(1);
    expect([await look(before), await look(after)]).toEqual([401, 404]);
    expect((await command({ command: "rotate", id: first.id }))[1]).toEqual({
      problem: `The key ${first.id} has ended.`,
    });
  });

  it("end at once on every node, although nodes remember them", async () => {
    const { key, issued } = await issue();
    expect(await look(key)).toBe(404);
    expect((await command({ command: "end", id: issued.id }))[1]).toMatchObject({ keys: [{ id: issued.id }] });
    await vi.waitFor(async () => expect(await look(key)).toBe(401), SOON);
    expect((await command({ command: "end", id: issued.id }))[1]).toEqual({
      problem: `The key ${issued.id} has ended.`,
    });
  });

  describe("with scopes", () => {
    it("may make the calls of their scopes and no other, and every call has a scope", async () => {
      const { paths } = (await (await app.send(HOST, "/api/openapi.json")).json()) as ApiDocument;
      const calls = Object.entries(paths).flatMap(([path, methods]) =>
        path.startsWith("/floor/")
          ? Object.keys(methods).map((method) => [method.toUpperCase(), path.slice("/floor".length)] as const)
          : [],
      );
      expect(calls.length).toBeGreaterThan(15);
      const allowing = new Map<string, string[]>(calls.map(([method, path]) => [`${method} ${path}`, []]));
      for (const scope of SCOPES) {
        const { key } = await issue([scope]);
        for (const [method, path] of calls) {
          const status = await call(key, method, path.replaceAll(/\{\w+\}/g, "4000000000000000"));
          if (status !== 403) allowing.get(`${method} ${path}`)?.push(scope);
        }
      }
      expect(Object.fromEntries(allowing)).toMatchObject({
        "GET /cards/{card_number}": ["look-ups"],
        "PUT /cards/{card_number}": ["reception"],
        "PUT /members/{card}/pin": ["reception"],
        "POST /cards/{card_number}/insertions": ["machines"],
        "PUT /jackpots/MEGAPOT": ["jackpots"],
        "POST /earnings/{earning}/reversals": ["loyalty"],
      });
      expect([...allowing].filter(([, scopes]) => scopes.length !== 1)).toEqual([]);
    });

    it("are refused for HEAD as for GET, and for calls that do not exist", async () => {
      const { key } = await issue(["gifts"]);
      expect(await call(key, "GET", "/cards/4000000000000000")).toBe(403);
      const headers = { authorization: `Bearer ${key}` };
      const head = await app.send(HOST, "/api/floor/cards/4000000000000000", { method: "HEAD", headers });
      expect(head.status).toBe(403);
      expect(await call(key, "POST", "/anything")).toBe(403);
    });
  });

  it.each([
    [{ command: "issue", venue: "nowhere", label: "x", scopes: null }, "There is no venue nowhere."],
    [{ command: "list", venue: "nowhere" }, "There is no venue nowhere."],
    [{ command: "rotate", id: 999_999 }, "There is no key 999999."],
    [{ command: "end", id: 999_999 }, "There is no key 999999."],
  ])("say what is wrong with %j", async (body, problem) => {
    expect(await command(body)).toEqual([200, { problem }]);
  });

  it.each([
    [{ command: "grant" }, ["command"]],
    [{ command: "issue", venue: "Nowhere", label: "", scopes: ["cards"] }, ["venue", "label", "scopes.0"]],
    [{ command: "issue", venue: "port-serac", label: "x", scopes: [] }, ["scopes"]],
    [{ command: "end", id: "1; drop" }, ["id"]],
    [{ command: "rotate", id: 0 }, ["id"]],
  ])("refuse %j with every problem", async (body, keys) => {
    const [status, answer] = await command(body);
    expect([status, (answer as unknown as { error: { key: string }[] }).error.map(({ key }) => key)]).toEqual([
      422,
      keys,
    ]);
  });

  it("are issued to the installation's own command only", async () => {
    for (const key of ["", "floor-151", "1".repeat(64)]) expect((await command({ command: "list" }, key))[0]).toBe(401);
  });
});
