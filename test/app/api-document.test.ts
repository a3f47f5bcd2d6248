import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { REQUEST_COSTS } from "../../src/app/request-costs.ts";
import type { TestApp } from "../support/test-app.ts";
import { schemaProblems } from "../support/json-schema.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { peopleOf } from "../support/people.ts";
import { logInStaff } from "../support/staff.ts";
import { TEST_IMPORT_KEY } from "../support/world.ts";

const HOST = "port-serac.localhost:3000";
type Shown = { content?: Record<string, { schema: { example?: unknown; required?: string[] }; example?: unknown }> };
type Operation = {
  operationId: string;
  parameters?: { in: string; name: string; schema: { example?: string } }[];
  security: Record<string, unknown>[];
  requestBody?: Shown;
  responses: Record<string, Shown>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, unknown> };
};

describe("the API's document", () => {
  let app: TestApp;
  let document: Document;
  let operations: [name: string, operation: Operation][];
  beforeAll(async () => {
    app = await openIsolatedApp({ venues: ["port-serac"], pictures: "stand-ins" });
    document = (await (await app.send(HOST, "/api/openapi.json")).json()) as Document;
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method} ${path}`, operation] as [string, Operation]),
    );
  });
  afterAll(() => app.close());

  it("names every operation once, and says who may call it", () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const schemes = new Set(Object.keys(document.components.securitySchemes));
    for (const [name, { security }] of operations)
      for (const scheme of security.flatMap(Object.keys)) expect(schemes, name).toContain(scheme);
  });

  it("says of every call that a host may be unknown, and of one that is limited by network that it may be refused", () => {
    const limited = Object.keys(REQUEST_COSTS)
      .filter((route) => route.includes(" /api/"))
      .map((route) =>
        route
          .replace(/:(\w+)/g, "{$1}")
          .replace("/api", "")
          .replace(/^[A-Z]+/, (word) => word.toLowerCase()),
      );
    const saying = (status: string) =>
      operations.filter(([, { responses }]) => status in responses).map(([name]) => name);
    expect(saying("421")).toEqual(operations.map(([name]) => name));
    expect(saying("429")).toEqual(expect.arrayContaining(limited));
  });

  it("has the casino floor, the import and the providers' webhooks beside the calls of the sites", () => {
    expect(operations.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        "post /transaction/init",
        "put /floor/members/{card}/pin",
        "post /imports",
        "post /webhooks/fintecture",
      ]),
    );
  });

  it("has no address that two templates match, neither of them more exactly than the other", () => {
    const isPart = (segment: string) => segment.startsWith("{");
    const templates = Object.keys(document.paths).map((path) => path.split("/"));
    const isLoose = (one: string[], other: string[]) =>
      one.length === other.length &&
      one.every((segment, at) => segment === other[at] || isPart(segment) || isPart(other[at] ?? "")) &&
      one.some((segment, at) => isPart(segment) && !isPart(other[at] ?? ""));
    const ambiguous = templates.filter((one) => templates.some((other) => isLoose(one, other) && isLoose(other, one)));
    expect(ambiguous.map((one) => one.join("/"))).toEqual([]);
  });

  it("has an example of every body and every answer, and each is valid", () => {
    for (const [name, { requestBody, responses }] of operations)
      for (const [type, { schema, example = schema.example }] of [requestBody, responses["200"]].flatMap((part) =>
        Object.entries(part?.content ?? {}),
      )) {
        if (type === "application/zip") continue;
        expect(example, `${name} has no example of its ${type}`).toBeDefined();
        expect(schemaProblems(schema, example, document), `${name}: ${JSON.stringify(example)}`).toEqual([]);
      }
  });

  it("says of every field what kind of value it takes", () => {
    const kinds = ["type", "$ref", "anyOf", "oneOf", "allOf", "enum", "const"];
    const untyped = (part: unknown, place: string): string[] => {
      if (typeof part !== "object" || part === null) return [];
      const fields = Object.entries(((part as { properties?: object }).properties ?? {}) as Record<string, object>);
      const own = fields
        .filter(([, schema]) => !kinds.some((kind) => kind in schema))
        .map(([name]) => `${place} ${name}`);
      return [...own, ...Object.values(part).flatMap((inner) => untyped(inner, place))];
    };
    expect(operations.flatMap(([name, operation]) => untyped(operation, name))).toEqual([]);
  });

  it("names the required fields that a call misses in an empty body", async () => {
    const token = await peopleOf(app).member("document@example.test");
    await app.world.database.db
      .updateTable("accounts")
      .set({ mobile_phone: "+33639980161", mobile_phone_verified_at: app.world.now() })
      .execute();
    const keys: Record<string, string> = { cookie: token, operatorCookie: (await logInStaff(app)).token };
    keys["floorKey"] = "floor-151";
    keys["importKey"] = TEST_IMPORT_KEY;
    let count = 0;
    for (const [name, { security, parameters = [], requestBody }] of operations) {
      const required = requestBody?.content?.["application/json"]?.schema.required ?? [];
      const [method = "", template = ""] = name.split(" ");
      if (required.length === 0 || template.startsWith("/webhooks/")) continue;
      const path = template.replace(/\{(\w+)\}/g, (_, part: string) => {
        return parameters.find((one) => one.name === part)?.schema.example ?? "6000000000000001";
      });
      const scheme = security.flatMap(Object.keys).find((one) => one !== "bearer") ?? "";
      const answer = await app.send(HOST, `/api${path}`, {
        method: method.toUpperCase(),
        headers: { "content-type": "application/json", authorization: `Bearer ${keys[scheme] ?? ""}` },
        body: "{}",
      });
      const { error } = (await answer.json()) as { error: { key: string }[] | string };
      if (template === "/transaction/init") expect([answer.status, error]).toEqual([400, expect.any(String)]);
      else {
        const missed = Array.isArray(error) ? error.map(({ key }) => key) : [];
        expect([answer.status, missed], name).toEqual([422, expect.arrayContaining(required)]);
      }
      count += 1;
    }
    expect(count).toBeGreaterThan(30);
  });

  it("refuses a caller without credentials before it reads the body", async () => {
    const guarded = operations.filter(
      ([, { security, requestBody }]) => security.length > 0 && requestBody !== undefined,
    );
    expect(guarded.length).toBeGreaterThan(30);
    for (const [name, { requestBody }] of guarded) {
      const [method = "", template = ""] = name.split(" ");
      let isRead = false;
      const pull = (controller: ReadableStreamDefaultController) => {
        isRead = true;
        controller.close();
      };
      const answer = await app.send(HOST, `/api${template.replace(/\{\w+\}/g, "1")}`, {
        method: method.toUpperCase(),
        headers: { "content-type": Object.keys(requestBody?.content ?? {})[0] ?? "" },
        body: new ReadableStream({ pull }, { highWaterMark: 0 }),
        duplex: "half",
      } as RequestInit);
      expect([answer.status, isRead], name).toEqual([401, false]);
    }
  });

  it("has patterns that are regular expressions without flags", () => {
    const patterns = [...JSON.stringify(document).matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].map(
      ([, pattern]) => JSON.parse(`"${pattern}"`) as string,
    );
    expect(patterns.length).toBeGreaterThan(20);
    for (const pattern of patterns) expect(() => new RegExp(pattern, "u"), pattern).not.toThrow();
    expect(patterns.filter((pattern) => /\/[a-z]+$/.test(pattern))).toEqual([]);
  });

  it("says 304 where an ETag is compared", () => {
    const { responses } = document.paths["/transaction/{transaction_uuid}"]?.["get"] ?? { responses: {} };
    expect(Object.keys(responses)).toContain("304");
  });

  it.each(["/api/openapi.json", "/api/docs/swagger-ui-bundle.js"])(
    "is written once, with an ETag: %s",
    async (path) => {
      const first = await app.send(HOST, path);
      const written = vi.spyOn(JSON, "stringify");
      const again = await app.send(HOST, path);
      expect(written.mock.calls.filter(([value]) => "paths" in Object(value))).toEqual([]);
      expect([again.status, await again.text()]).toEqual([200, await first.text()]);
      const etag = first.headers.get("etag") ?? "";
      expect(etag).toMatch(/^"[\w-]+"$/);
      expect((await app.send(HOST, path, { headers: { "if-none-match": etag } })).status).toBe(304);
    },
  );

  it("is drawn for people under a policy of its own", async () => {
    const page = await app.send(HOST, "/api/docs");
    expect([page.status, page.headers.get("content-security-policy")]).toEqual([
      200,
      expect.stringContaining("script-src 'self'"),
    ]);
    expect((await app.send(HOST, "/api/docs/swagger-ui.css")).status).toBe(200);
    for (const other of ["package.json", "constructor", "__proto__"])
      expect((await app.send(HOST, `/api/docs/${other}`)).status).toBe(404);
  });

  it("is kept: a wrong method answers 405 and names the right ones, an unknown call 404", async () => {
    const wrong = await app.send(HOST, "/api/auth/login", { method: "PUT" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await app.send(HOST, "/api/nothing")).status).toBe(404);
  });
});
