import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { openHttpServer, type HttpServer } from "./server.server.ts";

let http: HttpServer | undefined;
afterEach(async () => {
  http?.server.closeAllConnections();
  await http?.drain();
  http = undefined;
});

async function start(
  limits: Parameters<typeof openHttpServer>[0]["limits"] = {},
  app = async (request: Request) => new Response(await request.text()),
) {
  http = openHttpServer({
    publicScheme: "https",
    fast: () => false,
    app,
    isUpload: (_method, url) => url === "/upload",
    limits,
  });
  return http.listen(0);
}

/** Sends raw bytes piece by piece, and returns all that comes back until the server closes or is silent. */
function talk(port: number, pieces: string[], pauseMs = 0, silenceMs = 1_500): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.on("data", (bytes) => (answer += bytes.toString("latin1")));
    socket.on("close", () => resolve(answer));
    socket.on("error", () => resolve(answer));
    socket.setTimeout(silenceMs, () => socket.destroy());
    void (async () => {
      for (const piece of pieces) {
        if (socket.writable) socket.write(piece);
        await delay(pauseMs);
      }
    })();
  });
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);

it.each([
  ["more than 8 KiB of headers", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(9_000)}\r\n\r\n`, 431],
  [
    "more than 64 header lines",
    `GET / HTTP/1.1\r\nHost: a\r\n${Array.from({ length: 65 }, (_, at) => `X-${at}: 1\r\n`).join("")}\r\n`,
    431,
  ],
  [
    "a length together with chunks (request smuggling)",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
  ],
  ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd", 400],
  ["a bare line feed in a header", "GET / HTTP/1.1\r\nHost: a\r\nX: a\nb\r\n\r\n", 400],
  ["two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400],
  ["the same host twice", "GET / HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n", 400],
  ["an address that names another host", "GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n", 400],
  ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
  ["no host in HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", 400],
  ["an empty host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400],
  ["a host with credentials", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", 400],
  ["a host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400],
  ["a host with a space", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400],
  ["a list of hosts", "GET / HTTP/1.1\r\nHost: a,b\r\n\r\n", 400],
  ["a host with a port that is none", "GET / HTTP/1.1\r\nHost: a:1x\r\n\r\n", 400],
  ["text that is no request", "HELLO\r\n\r\n", 400],
] as const)("refuses %s, sends security headers and closes the connection", async (_name, bytes, status) => {
  const answer = await talk(await start(), [bytes]);
  expect(statusOf(answer)).toBe(status);
  expect(answer).toContain("X-Content-Type-Options: nosniff");
  expect(answer).toContain("Strict-Transport-Security:");
  expect(answer.toLowerCase()).toContain("connection: close");
});

it.each([
  ["a backslash in the path", "GET /a\\b HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["an address of six groups", "GET / HTTP/1.1\r\nHost: [1:2:3:4:5:6]\r\n\r\n"],
  ["a target that is no path", "GET agenda HTTP/1.1\r\nHost: a\r\n\r\n"],
])("answers %s with 400 and the security headers", async (_name, bytes) => {
  const answer = await talk(await start(), [bytes]);
  expect(statusOf(answer)).toBe(400);
  expect(answer.toLowerCase()).toContain("x-content-type-options: nosniff");
});

it.each(["a", "a:3000", "PORT-SERAC.localhost.", "[::1]:3000", "127.0.0.1"])("takes the host %s", async (host) => {
  const port = await start({}, async () => new Response("here"));
  expect(statusOf(await talk(port, [`GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`], 0, 300))).toBe(200);
});

it("closes a connection whose headers never end (slowloris)", async () => {
  const port = await start({ headersTimeoutMs: 300 });
  const answer = await talk(port, ["GET / HTTP/1.1\r\n", "Host: a\r\n", "X: 1\r\n", "Y: 1\r\n"], 150, 4_000);
  expect(statusOf(answer)).toBe(408);
});

it("limits the time of a body to 20 s and of an upload to 60 s (here 200 ms and 5 s)", async () => {
  const port = await start({ headersTimeoutMs: 150, requestTimeoutMs: 200, uploadTimeoutMs: 5_000 });
  const slow = (path: string) =>
    talk(port, [`POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n`, "a", "b"], 250);
  expect(statusOf(await slow("/"))).toBe(408);
  expect(statusOf(await slow("/upload"))).toBe(200);
});

it("answers pipelined requests in order", async () => {
  const port = await start();
  const one = (body: string, close = "") =>
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n${close}\r\n${body}`;
  const answer = await talk(port, [one("first") + one("second", "Connection: close\r\n")]);
  expect(answer.indexOf("first")).toBeGreaterThan(0);
  expect(answer.indexOf("second")).toBeGreaterThan(answer.indexOf("first"));
});

it("finishes running requests before it stops", async () => {
  const gate = Promise.withResolvers<undefined>();
  const port = await start({}, async () => {
    await gate.promise;
    return new Response("done");
  });
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  await delay(50);
  const drained = http?.drain();
  gate.resolve(undefined);
  expect(await answer).toBe("done");
  await drained;
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});
