import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";

const HOST = "port-serac.localhost:3000";
type Operation = { operationId: string; security: Record<string, unknown>[]; responses: Record<string, unknown> };
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

  it("has patterns that names match", () => {
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
