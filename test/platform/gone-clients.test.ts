import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { openHttpServer, type HttpServer } from "../../src/platform/http/server.server.ts";
import { openLog } from "../../src/platform/log.server.ts";
import type { TestApp } from "../support/test-app.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SOON } from "../support/patience.ts";

const lines: { level: number; msg: string }[] = [];
let app: TestApp;
let http: HttpServer;
let port = 0;

beforeAll(async () => {
  const log = openLog("debug", { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
  app = await openIsolatedApp({ venues: ["port-serac"], pictures: "stand-ins", log });
  const { hono, fast } = app;
  http = openHttpServer({
    publicScheme: "http",
    fast,
    app: (request, env) => hono.fetch(request, env),
    isUpload: () => false,
  });
  port = await http.listen(0);
});
afterAll(async () => {
  http.server.closeAllConnections();
  await http.drain();
  await app.close();
});
beforeEach(() => void lines.splice(0));

/** Announces a body, sends its beginning and disconnects. */
async function hangUp(head: string[], begun: string): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write([...head, "Host: port-serac.localhost:3000", "", begun].join("\r\n"));
  await delay(150);
  socket.destroy();
}

const FORM = "Content-Type: application/x-www-form-urlencoded";
const JSON_TYPE = "Content-Type: application/json";
it.each([
  ["a call", ["POST /api/auth/login HTTP/1.1", JSON_TYPE, "Content-Length: 50"], "{"],
  ["a call in pieces", ["POST /api/auth/login HTTP/1.1", JSON_TYPE, "Transfer-Encoding: chunked"], "1\r\n{\r\n"],
  ["a form", ["POST /me-connecter HTTP/1.1", FORM, "Content-Length: 50"], "e"],
  ["a webhook", ["POST /webhooks/ovh HTTP/1.1", FORM, "Content-Length: 50"], "e"],
])("a client that disconnects while sending %s is not counted as a failure", async (_name, head, begun) => {
  await hangUp(head, begun);
  await vi.waitFor(() => expect(lines.map(({ msg }) => msg)).toContain("request"), SOON);
  expect(lines.filter(({ level }) => level > 20)).toEqual([]);
  expect(app.world.metrics.text({})).not.toContain("failures_total");
});
