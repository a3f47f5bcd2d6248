import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { answerProblems, CALLS, type ApiDocument } from "../support/api-calls.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";

let app: TestApp;
let document: ApiDocument;

beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac"], pictures: "stand-ins" });
  document = (await (await get("/openapi.json")).json()) as ApiDocument;
});
afterAll(() => app.close());

const get = (path: string, headers?: Record<string, string>) => app.get("port-serac", `/api${path}`, headers);

const HOSTILE_IDS = [
  "0",
  "-1",
  "99999999999",
  "2147483648",
  "1e9",
  "0x33",
  "51.0",
  "51%20",
  "%20OR%201=1",
  "51'--",
  "%00",
  "51%00",
  "٥١",
  "５１",
  "9".repeat(5000),
  "null",
  "constructor",
  "%E0%A4%A",
  "%ff",
  "..%2f51",
  "51;51",
];

describe("bad input", () => {
  const templates = Object.entries(CALLS).filter(([template]) => template.includes("{"));
  it.each(templates)("%s refuses hostile ids with 404 or 422", async (template) => {
    for (const hostile of HOSTILE_IDS) {
      const path = template.replaceAll(/\{\w+\}/g, hostile);
      await expectRefusal(template, path);
    }
  });

  it.each([
    "",
    "?etb[]=",
    "?etb=51",
    "?etb[]=51&etb[]=61",
    "?etb[]=51,61",
    "?etb[0]=51",
    "?etb[]=%00",
    ...HOSTILE_IDS.map((id) => `?etb[]=${id}`),
  ])("/announcement/all%s answers a refusal", async (query) =>
    expectRefusal("/announcement/all", `/announcement/all${query}`),
  );

  it("names the invalid field", async () => {
    const answer = await get("/announcement/all?etb[]=x");
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { error: [{ key: "etb[]", message: "must be a whole number" }] },
    ]);
    expect((await get("/announcement/all?etb%5B%5D=51")).status).toBe(200);
  });

  describe("a call by a page of another origin", () => {
    const OWN = "http://port-serac.localhost:3000";
    const shared = ({ headers }: Response) => [...headers.keys()].filter((name) => name.startsWith("access-control-"));

    it("is allowed for the origin of a venue's site, without cookies", async () => {
      const answer = await app.send("localhost:3000", "/api/project", { headers: { origin: OWN } });
      expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, OWN]);
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      expect(answer.headers.get("vary")).toMatch(/\bOrigin\b/i);
      const asked = { origin: OWN, "access-control-request-method": "PUT" };
      const preflight = await app.send("localhost:3000", "/api/users", { method: "OPTIONS", headers: asked });
      expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, OWN]);
    });

    it.each([
      ["a stranger", "https://evil.example"],
      ["another scheme", "https://port-serac.localhost:3000"],
      ["another port", "http://port-serac.localhost:4000"],
      ["no port", "http://port-serac.localhost"],
      ["a host with the same ending", "http://evil-port-serac.localhost:3000"],
      ["a host with the same beginning", "http://port-serac.localhost.evil.example:3000"],
      ["the group's own host", "http://localhost:3000"],
      ["an opaque origin", "null"],
      ["a path after the origin", "http://port-serac.localhost:3000/"],
      ["a user name in the origin", "http://me@port-serac.localhost:3000"],
      ["a malformed origin", "http://"],
    ])("is refused for %s: %s", async (_name, origin) => {
      for (const host of ["port-serac.localhost", "localhost:3000"]) {
        expect(shared(await app.send(host, "/api/establishment", { headers: { origin } }))).toEqual([]);
        const asked = { origin, "access-control-request-method": "PUT" };
        const preflight = await app.send(host, "/api/users", { method: "OPTIONS", headers: asked });
        expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
      }
      // The origin does not choose the project of the call either.
      expect((await app.send("localhost:3000", "/api/project", { headers: { origin } })).status).toBe(404);
    });
  });

  it("answers 404 for an unknown call, 405 for another method, which names the right one", async () => {
    expect((await get("/establishments")).status).toBe(404);
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const answer = await app.send("port-serac.localhost", "/api/establishment", { method });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
      expect(await answer.json()).toEqual({ error: expect.any(String) });
    }
  });

  it.each([
    ["fr", "Aucun site ne porte ce numéro."],
    ["en", "No site has this id."],
  ])("says in the language of the call that the id is unknown: %s", async (locale, error) => {
    for (const path of ["jackpot/latest", "jackpot/stats", "slot/7/jackpot/latest"]) {
      const answer = await get(`/site/9999/${path}`, { locale });
      expect([answer.status, await answer.json()], path).toEqual([404, { error }]);
    }
  });

  it.each([
    ["fr", "Cet appel ne désigne le site d’aucun casino."],
    ["en", "This call names no casino’s site."],
  ])("says in the language of the call that it names no site: %s", async (locale, error) => {
    const answer = await get("/project/9999", { locale });
    expect([answer.status, await answer.json()]).toEqual([404, { error }]);
  });

  it.each([
    ["fr", "The embedded database is closed", 503, "Le service est très sollicité, réessayez dans un instant."],
    ["en", "The embedded database is closed", 503, "The service is busy, please try again."],
    ["fr", "a bug", 500, "Un problème est survenu de notre côté."],
    ["en", "a bug", 500, "Something went wrong on our side."],
  ])("says in the language of the call that it failed: %s, %s", async (locale, reason, status, error) => {
    vi.spyOn(app.world.database.db, "selectFrom").mockImplementation(() => {
      throw new Error(reason);
    });
    const answer = await get("/site/151/jackpot/latest", { locale });
    expect([answer.status, await answer.json()]).toEqual([status, { error }]);
  });

  it("answers JSON and no server error for any path, query and locale", async () => {
    const anything = fc.oneof(
      fc.constantFrom(...HOSTILE_IDS, "51", "151", "1051", "home-text"),
      fc.webSegment(),
      fc.string({ unit: "binary" }).map(encoded),
    );
    const query = fc.oneof(
      fc.webQueryParameters(),
      anything.map((value) => `etb[]=${value}`),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(CALLS)),
        fc.array(anything, { minLength: 2, maxLength: 2 }),
        query,
        fc.webSegment(),
        async (template, values, search, locale) => {
          const path = template.replaceAll(/\{\w+\}/g, () => values.pop() ?? "");
          const answer = await get(`${path}?${search}`, { locale: locale.replaceAll(/[^\x20-\x7e]/g, "") });
          expect(answer.status).toBeLessThan(500);
          expect(answer.headers.get("content-type")).toBe("application/json");
          expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
        },
      ),
      { numRuns: 300 },
    );
  });
});

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

async function expectRefusal(template: string, path: string): Promise<void> {
  const answer = await get(path);
  expect([404, 422], path).toContain(answer.status);
  const body = await answer.json();
  expect(answerProblems(document, template, answer.status, body), path).toEqual([]);
  expect(JSON.stringify(body)).not.toMatch(/SELECT|\^\\\\d|at \//);
}
