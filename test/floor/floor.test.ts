import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addFloorKey } from "../../src/floor/queries.server.ts";
import { hexHash } from "../../src/floor/floor.server.ts";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import { standingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";
import { SOON } from "../support/patience.ts";
import { amount } from "../support/proof.ts";

const WON = { site_slot: 42, model: "Lune de Sérac", amount: "12345.60", payment_date: "2026-11-21T20:29:00+01:00" };
const KEY = "floor-151";
const OTHER_KEY = "floor-152";

/** The calls that take a code in the path (`*`) or as `card_number`, with the rest of their body. */
const CODE_CALLS: [method: string, path: string, body: Record<string, unknown>][] = [
  ["GET", "/cards/*", {}],
  ["POST", "/cards/*/replacements", {}],
  ["POST", "/cards/*/insertions", { machine: "Lune de Sérac" }],
  ["POST", "/cards/*/ejections", { machine: "Lune de Sérac" }],
  ["POST", "/entrances", { card_number: "", identity_checked: true }],
  ["POST", "/earnings", { card_number: "", amount: "2.40", family: "slots" }],
  ["POST", "/earnings/*/reversals", {}],
  ["POST", "/spendings", { card_number: "", amount: "1.00" }],
  ["PUT", "/members/*/pin", { pin: "1234" }],
  ["POST", "/wallets/*/loads", { amount: "1.00" }],
  ["POST", "/wallets/*/spends", { amount: "1.00" }],
];

oneDatabase("the floor API", (open) => {
  let app: TestApp;
  const clock = standingClock(SATURDAY_EVENING);
  beforeAll(async () => {
    app = await openTestApp(await open(), { venues: ["port-serac", "valombre"], clock, pictures: "stand-ins" });
  });
  afterEach(() => clock.set(SATURDAY_EVENING));
  afterAll(() => app.close());

  function call(
    method: string,
    path: string,
    body: unknown,
    key: string | null = KEY,
    type = "application/json",
  ): Promise<Response> {
    return app.send("localhost:3000", `/api/floor${path}`, {
      method,
      headers: { "content-type": type, ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  }
  const report = (event_id: string, change: object = {}, key = KEY) =>
    call("POST", "/jackpots", { event_id, ...WON, ...change }, key);
  const setLive = (event_id: string, amount: unknown, key = KEY) =>
    call("PUT", "/jackpots/MEGAPOT", { event_id, amount }, key);
  const settled = async (answer: Promise<Response>) => {
    const response = await answer;
    return [response.status, await response.json()] as const;
  };
  const stored = async (model: string) =>
    app.world.database.db.selectFrom("jackpots").selectAll().where("model", "=", model).execute();
  const listed = async (siteId: number) => {
    const answer = await app.get("port-serac", `/api/site/${siteId}/jackpot/latest`);
    return ((await answer.json()) as { data: { data: { model: string }[] } }).data.data.map((line) => line.model);
  };

  describe("authentication", () => {
    it.each([null, "", "floor-999", "FLOOR-151", "floor-151 ", "x".repeat(5000)])(
      "answers 401 for the key %j",
      async (key) => {
        for (const [method, path] of [
          ["POST", "/jackpots"],
          ["PUT", "/jackpots/MEGAPOT"],
          ["GET", "/anything"],
        ] as const) {
          const answer = await app.send("localhost:3000", `/api/floor${path}`, {
            method,
            headers: key === null ? {} : { authorization: `Bearer ${encodeURI(key)}` },
          });
          expect([answer.status, await answer.json()]).toEqual([401, { error: "WRONG_KEY" }]);
        }
      },
    );

    it("refuses a cached key after it was removed, and follows one that moved to another venue", async () => {
      const { database } = app.world;
      await inTransaction(database, (tx) => addFloorKey(tx, keyOf("till-of-may")));
      const status = async () => (await call("GET", "/cards/0000000000000000", undefined, "till-of-may")).status;
      expect(await status()).toBe(404);
      const given = database.db.updateTable("floor_keys").set({ site_id: 152 }).where("site_id", "=", 151);
      await given.where("key_hash", "=", hexHash("till-of-may")).execute();
      await vi.waitFor(async () => {
        const event = randomUUID();
        await report(event, { model: "Au nouveau" }, "till-of-may");
        expect((await stored("Au nouveau")).map((row) => row.site_id)).toContain(152);
      }, SOON);
      await database.db.deleteFrom("floor_keys").where("key_hash", "=", hexHash("till-of-may")).execute();
      await vi.waitFor(async () => expect(await status()).toBe(401), SOON);
    });

    it("answers 120 look-ups a minute and key, then 429 until there is room", async () => {
      const { database } = app.world;
      for (const key of ["kiosk-1", "kiosk-2"]) await inTransaction(database, (tx) => addFloorKey(tx, keyOf(key)));
      const look = (key: string) => call("GET", "/cards/4000000000000000", undefined, key);
      for (let round = 0; round < 24; round += 1) {
        const five = await Promise.all(Array.from({ length: 5 }, () => look("kiosk-1")));
        expect(five.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
      }
      const refused = await look("kiosk-1");
      expect([refused.status, refused.headers.get("retry-after"), await refused.json()]).toEqual([
        429,
        "60",
        { error: "TOO_MANY_LOOK_UPS" },
      ]);
      expect((await look("kiosk-2")).status).toBe(404);
      clock.set("2026-11-21T19:31:00Z");
      expect((await look("kiosk-1")).status).toBe(404);
    });

    it("answers 404 for unknown calls, and 405 for another method", async () => {
      expect((await call("POST", "/jackpots/MINIPOT", {})).status).toBe(404);
      expect((await call("DELETE", "/jackpots", {})).status).toBe(405);
    });

    it("writes only to the key's own site, whatever the body or the host says", async () => {
      expect((await report("own-1", { model: "Chez Valombre" }, OTHER_KEY)).status).toBe(200);
      expect(await stored("Chez Valombre")).toMatchObject([{ site_id: 152 }]);
      expect(await settled(report("own-2", { site_id: 152 }))).toEqual([
        422,
        { error: [{ key: "site_id", message: "is not a known field" }] },
      ]);
      expect(await listed(151)).not.toContain("Chez Valombre");
    });
  });

  describe("validation", () => {
    it.each([
      ["event_id", undefined],
      ["event_id", ""],
      ["event_id", 7],
      ["event_id", "x".repeat(101)],
      ["site_slot", -1],
      ["site_slot", 1.5],
      ["site_slot", "42"],
      ["site_slot", 2_147_483_648],
      ["model", ""],
      ["model", "  "],
      ["model", "x".repeat(81)],
      ["amount", 12.5],
      ["amount", "0"],
      ["amount", "0.00"],
      ["amount", "-1"],
      ["amount", "12,50"],
      ["amount", "1e3"],
      ["amount", "1.234"],
      ["amount", " 1"],
      ["amount", "12345678901"],
      ["amount", "١٢"],
      ["payment_date", "yesterday"],
      ["payment_date", "2026-11-21T20:29:00"],
      ["payment_date", "2026-02-30T20:29:00Z"],
      ["payment_date", "0000-01-01T00:00:00Z"],
      ["payment_date", "9999-12-31T23:59:59-23:59"],
    ])("answers 422 for %s = %j, naming the field", async (key, value) => {
      expect(await settled(report("refused-1", { [key]: value }))).toEqual([
        422,
        { error: [{ key, message: expect.stringMatching(/^must |^is /) }] },
      ]);
    });

    it("reports all problems at once", async () => {
      const [status, body] = await settled(call("POST", "/jackpots", { event_id: "", amount: 1 }));
      expect([status, (body as { error: { key: string }[] }).error.map((problem) => problem.key)]).toEqual([
        422,
        ["event_id", "site_slot", "model", "amount", "payment_date"],
      ]);
    });

    it.each([
      ["invalid JSON", "{", 400],
      ["NUL in a text", '{"event_id":"\\u0000"}', 400],
      ["a __proto__ key", '{"__proto__":{}}', 400],
      ["a body over 64 KiB", JSON.stringify("x".repeat(65_536)), 413],
    ])("refuses %s", async (_name, body, status) =>
      expect(await settled(call("POST", "/jackpots", body))).toEqual([status, { error: expect.any(String) }]),
    );

    it("refuses a body that is not sent as JSON", async () => {
      expect((await call("POST", "/jackpots", {}, KEY, "text/plain")).status).toBe(415);
    });

    it("never answers 5xx, whatever the body holds", async () => {
      const field = fc.oneof(
        fc.string({ unit: "binary" }),
        fc.double(),
        fc.constant(null),
        fc.constantFrom(...Object.values(WON)),
      );
      const body = fc.record(
        { event_id: field, site_slot: field, model: field, amount: field, payment_date: field },
        { requiredKeys: [] },
      );
      const property = fc.asyncProperty(body, async (value) => {
        expect((await call("POST", "/jackpots", value)).status).toBeLessThan(500);
      });
      await fc.assert(property, { numRuns: amount({ test: 30, proof: 500 }) });
    });

    it("never answers 5xx, whatever shape a card number, gift code or event id has", async () => {
      const any = fc.oneof(
        fc.string({ unit: "binary" }),
        fc.stringMatching(/^[0-9]{1,40}$/),
        fc.constantFrom(
          "../../x",
          "٤٨١٩٢٢٠٣٧٧١٦٠٠٠١",
          "4819 2203 7716 0001",
          "-1",
          "1e16",
          "null",
          "%00",
          "\0",
          "a\0b",
        ),
      );
      let shapes = 0;
      await fc.assert(
        fc.asyncProperty(any, fc.constantFrom(...CODE_CALLS), async (code, [method, path, body]) => {
          const named = path.replace("*", encodeURIComponent(code.toWellFormed()));
          const fields = {
            event_id: `shape ${(shapes += 1)}`,
            ...body,
            ...("card_number" in body && { card_number: code }),
          };
          const { status } = await call(method, named, method === "GET" ? undefined : fields);
          expect([400, 404, 409, 422]).toContain(status);
        }),
        { numRuns: amount({ test: 60, proof: 1_000 }) },
      );
    });
  });

  describe("each event is applied at most once", () => {
    it("answers a repeat with the first answer and stores one row", async () => {
      const first = await settled(report("once-1", { model: "Une fois" }));
      expect(first).toEqual([200, { id: expect.stringMatching(/^\d+$/) }]);
      expect(await settled(report("once-1", { model: "Une fois" }))).toEqual(first);
      expect(await stored("Une fois")).toHaveLength(1);
    });

    it("refuses the same event id with another body or for another call", async () => {
      const refusal = [409, { error: "EVENT_ID_REUSED", status: "APPLIED" }];
      await report("twice-1", { model: "Deux fois" });
      expect(await settled(report("twice-1", { model: "Deux fois", amount: "99.00" }))).toEqual(refusal);
      expect(await settled(setLive("twice-1", "99.00"))).toEqual(refusal);
      expect(await stored("Deux fois")).toMatchObject([{ amount_minor: 1_234_560n }]);
    });

    it("keeps the event ids of two venues apart", async () => {
      expect((await report("shared-1", { model: "Partagée" })).status).toBe(200);
      expect((await report("shared-1", { model: "Partagée" }, OTHER_KEY)).status).toBe(200);
      expect((await stored("Partagée")).map((row) => row.site_id).sort((a, b) => a - b)).toEqual([151, 152]);
    });

    it("answers a repeat with the same bytes", async () => {
      const body = { event_id: "bytes-1", lastname: "Delmas", firstname: "Zoé", birthday: "1988-04-12" };
      const issue = async () => (await call("PUT", "/cards/7000000000000017", body)).text();
      const first = await issue();
      expect(JSON.parse(first)).toMatchObject({ card_number: "7000000000000017" });
      expect(await issue()).toBe(first);
    });

    it("stores one row for fifty simultaneous repeats and answers all alike", async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => settled(report("race-1", { model: "Course" }))),
      );
      const [first] = answers;
      expect(first?.[0]).toBe(200);
      expect(answers).toEqual(answers.map(() => first));
      expect(await stored("Course")).toHaveLength(1);
    });

    it("accepts an event id that looks like one of the import", async () => {
      expect((await report("import:0", { model: "Sosie" })).status).toBe(200);
      expect(await stored("Sosie")).toHaveLength(1);
    });
  });

  describe("what visitors see", () => {
    it.each([
      ["784503.62", 784503.62],
      ["12", 12],
      ["12.5", 12.5],
      ["0", 0],
      ["1000000.00", 1_000_000],
    ])("sets the live amount to %s: decimal text for the floor, a number for pages", async (amount, number) => {
      const decimal = number.toFixed(2);
      expect(await settled(setLive(`live-${amount}`, amount, OTHER_KEY))).toEqual([200, { amount: decimal }]);
      const live = async () => (await app.get("port-serac", "/api/site/jackpot/MEGAPOT/live")).json();
      await expect.poll(live, SOON).toEqual({ data: { data: { amount: number } } });
    });

    it("refuses a live amount above the group's maximum, and takes the corrected one with the same id", async () => {
      expect(await settled(setLive("too-much", "1000000.01"))).toEqual([
        422,
        { error: [{ key: "amount", message: "must be at most 1000000.00" }] },
      ]);
      expect(await settled(setLive("too-much", "5.00"))).toEqual([200, { amount: "5.00" }]);
    });

    it("takes the live amount from the sites that the settings name only, up to their maximum", async () => {
      const variables = { MEGAPOT_SITES: "152,199", MEGAPOT_MAX: "50" };
      const strict = await openTestApp(app.world.database, { variables });
      const put = async (key: string, amount: string) => {
        const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
        const body = JSON.stringify({ event_id: `of ${key} ${amount}`, amount });
        const answer = await strict.send("localhost:3000", "/api/floor/jackpots/MEGAPOT", {
          method: "PUT",
          headers,
          body,
        });
        return [answer.status, await answer.json()];
      };
      expect(await put(KEY, "10")).toEqual([403, { error: "NOT_ALLOWED" }]);
      expect((await put(OTHER_KEY, "50.01"))[0]).toBe(422);
      expect(await put(OTHER_KEY, "50")).toEqual([200, { amount: "50.00" }]);
      await strict.close();
    });

    it("lists a jackpot at once, with its instant in UTC and its amount as a number", async () => {
      await report("seen-1", { model: "Vue", payment_date: "2026-11-21T20:29:59+01:00" });
      const answer = await app.get("port-serac", "/api/site/151/slot/42/jackpot/latest");
      const { data } = (await answer.json()) as { data: { data: object[] } };
      expect(data.data[0]).toEqual({
        site_slot: 42,
        site_id: 151,
        model: "Vue",
        amount: 12345.6,
        payment_date: "2026-11-21T19:29:59.000Z",
      });
    });

    it("renders Home of that site again and leaves the other sites cached", async () => {
      const before = await rendersAtRest();
      await report("home-1", { model: "Toute fraîche", payment_date: "2026-11-21T20:30:00+01:00" });
      await expect.poll(() => shows("port-serac", "Toute fraîche"), SOON).toBe(true);
      await home("valombre");
      expect(renders()).toBe(before + 1);
    });

    it("keeps Home cached when only the live amount changes", async () => {
      const before = await rendersAtRest();
      await setLive("quiet-1", "77.00");
      // This later event clears its own page. Once it shows, any clearing by the live amount has happened too.
      await report("quiet-2", { model: "Voisine", payment_date: "2026-11-21T20:30:00+01:00" }, OTHER_KEY);
      await expect.poll(() => shows("valombre", "Voisine"), SOON).toBe(true);
      await home("port-serac");
      expect(renders()).toBe(before + 1);
    });
  });

  const home = async (slug: string) => (await app.get(slug, "/")).text();
  const shows = async (slug: string, text: string) => (await home(slug)).includes(text);
  /** Waits until both Home pages are cached and no notification of an earlier save is pending. */
  const rendersAtRest = () =>
    vi.waitFor(async () => {
      const before = renders();
      await Promise.all([home("port-serac"), home("valombre")]);
      expect(renders()).toBe(before);
      return before;
    }, SOON);
  const renders = () => Number(/^page_render_seconds_count (\d+)$/m.exec(app.world.metrics.text({}))?.[1]);
});

/** A key of site 151 for every call. */
function keyOf(key: string) {
  return { siteId: 151, keyHash: hexHash(key), label: "till", scopes: null, now: new Date(0) };
}
