import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { SCOPES, type Scope } from "../../src/floor/contract.ts";
import { hexHash } from "../../src/floor/floor.server.ts";
import type { CommandResult } from "../../src/platform/commands.server.ts";
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

  /** `npm run floor-key` with these words, through the running site. */
  const command = async (words: string[], key = TEST_IMPORT_KEY): Promise<{ status: number; data: CommandResult }> => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
    const body = JSON.stringify({ command: "floor-key", args: words });
    const answer = await app.send(HOST, "/api/commands", { method: "POST", headers, body });
    return { status: answer.status, ...((await answer.json()) as { data: CommandResult }) };
  };
  const printed = async (...words: string[]) => (await command(words)).data;
  const made = async (...words: string[]) => {
    const { lines } = await printed(...words);
    const [line = "", , key = ""] = lines;
    return { key, issued: keyOf(line) };
  };
  const issue = (scopes: Scope[] | null = null, venue = "port-serac") =>
    made("issue", venue, "--label", "Caisse 1", ...(scopes === null ? [] : ["--scopes", scopes.join()]));
  const listed = async (id: string) => (await printed("list")).lines.map(keyOf).find((key) => key.id === id);
  const call = async (key: string, method: string, path: string) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
    const body = method === "GET" ? {} : { body: "{}" };
    return (await app.send(HOST, `/api/floor${path}`, { method, headers, ...body })).status;
  };
  const look = (key: string) => call(key, "GET", "/cards/4000000000000000");

  it("are issued for a venue, work at once, and are stored as a hash only", async () => {
    const { key, issued } = await issue(null, "valombre");
    expect(issued).toEqual({
      id: expect.stringMatching(/^\d+$/),
      venue: "valombre",
      label: "Caisse 1",
      scopes: "all",
      issued: "2026-11-21T19:30:00.000Z",
      used: "never",
      ends: undefined,
      successor: undefined,
    });
    expect(key).toMatch(/^floor_[\w-]{43}$/);
    expect(await look(key)).toBe(404);
    const rows = await app.world.database.db.selectFrom("floor_keys").selectAll().execute();
    expect(rows.find(({ id }) => String(id) === issued.id)).toMatchObject({ key_hash: hexHash(key), site_id: 152 });
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it("are listed with their last use, also by venue", async () => {
    const { key, issued } = await issue();
    clock.set("2026-11-21T20:00:00Z");
    await look(key);
    expect(await listed(issued.id)).toMatchObject({ used: "2026-11-21T20:00:00.000Z" });
    // A node remembers a key for ten minutes.
    clock.set("2026-11-21T20:10:01Z");
    await look(key);
    expect(await listed(issued.id)).toMatchObject({ used: "2026-11-21T20:10:01.000Z" });
    const { lines } = await printed("list", "valombre");
    expect(new Set(lines.map((line) => keyOf(line).venue))).toEqual(new Set(["valombre"]));
  });

  it("are valid beside their successor for seven days", async () => {
    const { key: before, issued: first } = await issue(["look-ups"]);
    expect(await look(before)).toBe(404);
    const { key: after, issued: second } = await made("rotate", first.id);
    expect(second).toMatchObject({ venue: "port-serac", label: "Caisse 1", scopes: "look-ups", ends: undefined });
    expect(await listed(first.id)).toMatchObject({ ends: "2026-11-28T19:30:00.000Z", successor: second.id });
    expect([await look(before), await look(after)]).toEqual([404, 404]);
    expect(await printed("rotate", first.id)).toEqual({
      code: 1,
      lines: [`The key ${first.id} is being replaced by ${second.id} already.`],
    });
    clock.advance(7 * DAY_MS - 1);
    expect([await look(before), await look(after)]).toEqual([404, 404]);
    clock.advance(1);
    expect([await look(before), await look(after)]).toEqual([401, 404]);
    expect(await printed("rotate", first.id)).toEqual({ code: 1, lines: [`The key ${first.id} has ended.`] });
  });

  it("end at once on every node, although nodes remember them", async () => {
    const { key, issued } = await issue();
    expect(await look(key)).toBe(404);
    const ended = await printed("end", issued.id);
    expect(ended.lines.map((line) => keyOf(line).id)).toEqual([issued.id]);
    await vi.waitFor(async () => expect(await look(key)).toBe(401), SOON);
    expect(await printed("end", issued.id)).toEqual({ code: 1, lines: [`The key ${issued.id} has ended.`] });
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
    [["issue", "nowhere", "--label", "x"], "There is no venue nowhere."],
    [["list", "nowhere"], "There is no venue nowhere."],
    [["rotate", "999999"], "There is no key 999999."],
    [["end", "999999"], "There is no key 999999."],
  ])("say what is wrong with %j", async (words, problem) => {
    expect(await command(words)).toEqual({ status: 200, data: { code: 1, lines: [problem] } });
  });

  it.each([
    [["grant"], ["command"]],
    [
      ["issue", "Nowhere", "--label", "", "--scopes", "cards"],
      ["venue", "label", "scopes.0"],
    ],
    [["issue", "port-serac", "--label", "x", "--scopes", ""], ["scopes.0"]],
    [["issue", "port-serac", "--colour", "red"], ["Unknown option '--colour'"]],
    [["end", "1; drop"], ["id"]],
    [["end", "1", "2"], ["2"]],
    [["rotate", "0"], ["id"]],
  ])("refuse %j with every problem and the usage", async (words, problems) => {
    const { code, lines } = await printed(...words);
    const usage = lines.findIndex((line) => line.startsWith("Usage: "));
    expect([code, lines.slice(0, usage).map((line) => line.split(/[:.] |: /)[0])]).toEqual([2, problems]);
  });

  it("are issued to the installation's own command only", async () => {
    for (const key of ["", "floor-151", "1".repeat(64)]) expect((await command(["list"], key)).status).toBe(401);
  });
});

/** A key as the command prints it. */
function keyOf(line: string) {
  const found =
    /^(\d+) {2}(\S+) {2}(.*); scopes: (.*?); issued: (.*?); last used: (.*?)(?:; ends: (.*?))?(?:; replaced by: (\d+))?$/.exec(
      line,
    );
  const [, id = "", venue, label, scopes, issued, used, ends, successor] = found ?? [];
  return { id, venue, label, scopes, issued, used, ends, successor };
}
