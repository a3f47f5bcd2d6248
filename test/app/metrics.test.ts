import { execFileSync } from "node:child_process";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { METRIC_HELP } from "../../src/platform/metric-help.ts";
import { queueMail } from "../../src/mail/outbox.server.ts";
import { inTransaction, projectPath } from "../../src/platform/database/database.server.ts";
import { openHttpServer, type HttpServer } from "../../src/platform/http/server.server.ts";
import { openLog } from "../../src/platform/log.server.ts";
import { standingClock } from "../support/clock.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import type { TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const lines: Record<string, unknown>[] = [];
const clock = standingClock(SATURDAY_EVENING);
let app: TestApp;
let http: HttpServer;
let port = 0;
beforeAll(async () => {
  const log = openLog("debug", { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  app = await openIsolatedApp({ venues: ["port-serac"], pictures: "stand-ins", log, clock });
  const { hono, fast } = app;
  http = openHttpServer({
    publicScheme: "http",
    fast,
    app: (asked, env) => hono.fetch(asked, env),
    isUpload: () => false,
    trustedProxies: ["127.0.0.1"],
  });
  port = await http.listen(0, "127.0.0.1");
});
afterAll(async () => {
  http.server.closeAllConnections();
  await http.drain();
  await app.close();
});
beforeEach(() => void lines.splice(0));

type Answer = { status: number; body: string; headers: Record<string, string | string[] | undefined> };

function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const sent = request(
    { port, host: "127.0.0.1", path, method, headers: { host: "port-serac.localhost:3000", ...headers } },
    (answer) =>
      void text(answer).then(
        (body) => resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers }),
        reject,
      ),
  );
  sent.on("error", reject);
  sent.end();
  return promise;
}
const metrics = async () => {
  const { status, body } = await get("/metrics", { host: "localhost:3000" });
  expect(status).toBe(200);
  return body;
};
const valueOf = (body: string, series: string) =>
  Number(
    body
      .split("\n")
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1) ?? NaN,
  );

describe("the probes", () => {
  it.each(["10.0.0.7:3000", "node-a.internal", "[fd00::7]:3000", "port-serac.localhost:3000"])(
    "answer on the host %s",
    async (host) => {
      expect([(await get("/healthz", { host })).status, (await get("/readyz", { host })).status]).not.toContain(421);
      expect((await get("/healthz", { host })).body).toBe("ok");
    },
  );

  it("leave every other path to hosts that are ours", async () => {
    for (const path of ["/", "/healthz/", "/api/openapi.json", "/metrics"])
      expect((await get(path, { host: "10.0.0.7:3000" })).status).toBe(421);
  });
});

describe("/metrics", () => {
  const forwarding = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

  it("answers direct requests of this machine in a trial, and no others, where there is no token", async () => {
    expect((await get("/metrics")).status).toBe(200);
    for (const header of forwarding) expect((await get("/metrics", { [header]: "x" })).status).toBe(403);
    expect((await app.get("port-serac", "/metrics")).status).toBe(403);
    const { config } = app.world;
    config.isProduction = true;
    expect((await get("/metrics")).status).toBe(403);
    config.isProduction = false;
  });

  it("answers the bearer of the token only where there is one, then on any host", async () => {
    const { config } = app.world;
    config.metricsToken = "a-token-of-the-collector";
    for (const authorization of ["", "Bearer a-token-of-the-collecto", "Bearer a-token-of-the-collector2", "Basic x"])
      expect((await get("/metrics", { authorization })).status).toBe(403);
    const authorization = "Bearer a-token-of-the-collector";
    for (const host of ["10.0.0.7:3000", "localhost:3000"])
      expect((await get("/metrics", { authorization, host, via: "1.1 proxy" })).status).toBe(200);
    config.metricsToken = undefined;
  });

  it("explains every metric once, before its values", async () => {
    await get("/");
    await get("/api/announcement/all");
    const families = (await metrics()).trimEnd().split(/\n(?=# HELP )/);
    const names = families.map((family) => {
      const [, name = ""] = /^# HELP (\w+) \S.*\n# TYPE \1 (?:counter|gauge|histogram)\n/.exec(family) ?? [];
      const values = family.split("\n").slice(2);
      expect(values.length).toBeGreaterThan(0);
      for (const line of values)
        expect(line).toMatch(new RegExp(`^${name}(_bucket|_sum|_count)?(\\{.*\\})? [\\d.e-]+$`));
      return name;
    });
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(["http_requests_total", "http_request_seconds", "database_up"]));
  });

  it("has an explanation for every metric of the program, and for no other", () => {
    const found = execFileSync("grep", [
      "-rhoE",
      "[\"'`][a-z][a-z0-9_]+_total[\"'`{]",
      projectPath("src"),
      "--include=*.ts",
    ]);
    const counted = new Set(found.toString().match(/[a-z][a-z0-9_]+_total/g));
    const explained = Object.keys(METRIC_HELP).filter((name) => name.endsWith("_total"));
    expect([...counted].toSorted()).toEqual(explained.toSorted());
  });

  it("counts requests by venue and route, kept pages included", async () => {
    const home = (status: number, method = "GET") =>
      `http_requests_total{venue="port-serac",route="/",status="${status}",method="${method}"}`;
    await get("/");
    const before = valueOf(await metrics(), home(200));
    const known = String((await get("/")).headers["etag"]);
    await get("/?utm_source=x");
    await get("/", { "if-none-match": known });
    await get("/", {}, "HEAD");
    await get("/agenda/12/nothing-here");
    await get("/no/such/page");
    await get("/api/wrong");
    await get("/", { host: "somewhere.else" });
    const after = await metrics();
    expect(valueOf(after, home(200)) - before).toBe(2);
    expect([valueOf(after, home(304)), valueOf(after, home(200, "HEAD"))]).toEqual([1, 1]);
    expect(after).toMatch(/^http_requests_total\{venue="port-serac",route="\/agenda\/:id\/:name",status="\d+"/m);
    expect(after).toMatch(/^http_requests_total\{venue="port-serac",route="\*",status="\d+"/m);
    expect(after).toMatch(/^http_requests_total\{venue="port-serac",route="\/api\/\*",status="404"/m);
    expect(after).toMatch(/^http_requests_total\{venue="unknown",route="\/",status="421"/m);
    expect(after).toMatch(/^http_requests_total\{venue="group",route="\/metrics",status="200"/m);
    expect(after).toMatch(/^http_request_seconds_bucket\{route="\/metrics",le="0.005"\} \d+$/m);
    expect(after).not.toContain("nothing-here");
  });

  it("tells the queues and the age of the oldest mail, job and payment", async () => {
    const { world } = app;
    const mail = { from: { name: "a", address: "a@a.example" }, to: "b@b.example", subject: "s", text: "t", html: "h" };
    await inTransaction(world.database, async (tx) => {
      await queueMail(world, tx, { id: crypto.randomUUID(), kind: "test", accountId: null, mail });
    });
    await sql`select jobs.create_queue('test.metrics', '{"policy": "short"}'::jsonb)`.execute(world.database.db);
    await sql`insert into jobs.job (name, start_after) values ('test.metrics', now() - interval '90 seconds')`.execute(
      world.database.db,
    );
    clock.advance(600_000);
    const told = await metrics();
    expect(valueOf(told, "database_up")).toBe(1);
    expect([valueOf(told, "mails_waiting"), valueOf(told, "mails_oldest_waiting_seconds")]).toEqual([1, 600]);
    expect(valueOf(told, 'jobs_due{queue="test.metrics"}')).toBe(1);
    expect(valueOf(told, 'jobs_oldest_due_seconds{queue="test.metrics"}')).toBeGreaterThanOrEqual(90);
    for (const name of [
      "payments_open",
      "payments_oldest_open_seconds",
      "payments_check_overdue_seconds",
      "hashes_waiting",
    ])
      expect(valueOf(told, name)).toBe(0);
  });
});

describe("the id of a request", () => {
  const NEW = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

  it.each([
    "/",
    "/agenda",
    "/api/announcement/all",
    "/api/wrong",
    "/healthz",
    "/media/none",
    "/mon-compte",
    "/robots.txt",
  ])("is on every answer: %s", async (path) => {
    for (const host of ["port-serac.localhost:3000", "somewhere.else", "two hosts"])
      expect((await get(path, { host })).headers["x-request-id"]).toMatch(NEW);
  });

  it("is the trusted proxy's where it is well formed, on the answer and on log lines", async () => {
    const id = "0af7651916cd43dd8448eb211c80319c";
    const answer = await get("/api/announcement/all", { "x-request-id": id });
    expect(answer.headers["x-request-id"]).toBe(id);
    expect((await get("/", { "x-request-id": id })).headers["x-request-id"]).toBe(id);
    const own = lines.filter(({ msg }) => msg === "request");
    expect(own[0]).toMatchObject({ request: id, route: "/api/announcement/all", venue: "port-serac" });
  });

  it.each(["short", "x".repeat(129), "with space", 'quo"te-and-more', "a;b;c;d;e;f;g"])(
    "is a new one where the proxy's is %j",
    async (id) => {
      expect((await get("/api/announcement/all", { "x-request-id": id })).headers["x-request-id"]).toMatch(NEW);
    },
  );
});
