import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import fc from "fast-check";
import { isPublicAddress } from "./public-fetch.server.ts";
import { jsonObject, providerFetch, ProviderUnconnected, ProviderUnreachable } from "./provider-fetch.server.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function provider(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/call?secret=s3cret`;
}

async function failure(url: string, timeoutMs = 500): Promise<Error> {
  const error: unknown = await providerFetch(url, {}, timeoutMs).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProviderUnreachable);
  expect(String(error)).not.toContain("s3cret");
  return error as Error;
}

it("follows no redirect, not even to the same host", async () => {
  const seen: (string | undefined)[] = [];
  const url = await provider((request, response) => {
    seen.push(request.url);
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  expect((await failure(url)).message).toContain("redirect");
  expect(seen).toEqual(["/call?secret=s3cret"]);
});

it("stops reading an answer that is too long", async () => {
  const url = await provider((_request, response) => {
    const flood = () => response.write("x".repeat(65_536), () => !response.destroyed && flood());
    flood();
  });
  expect((await failure(url)).message).toContain("too long");
});

it("limits the time for headers and body together", async () => {
  const url = await provider((_request, response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write(" "), 50);
    response.once("close", () => clearInterval(drip));
  });
  expect((await failure(url, 300)).message).toContain("no answer in time");
});

it.each([429, 500, 503])("throws on status %i, because the outcome is unknown", async (status) => {
  const url = await provider((_request, response) => response.writeHead(status).end("{}"));
  expect((await failure(url)).message).toContain(String(status));
});

it("accepts an empty answer, as to a deletion", async () => {
  const url = await provider((_request, response) => response.writeHead(204).end());
  const answer = await providerFetch(url, { method: "DELETE" });
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
});

it("returns refusals to the caller, and accepts only JSON objects", async () => {
  const url = await provider((_request, response) => response.writeHead(400).end("[1]"));
  const response = await providerFetch(url, {});
  expect(response.status).toBe(400);
  await expect(jsonObject(response)).rejects.toBeInstanceOf(ProviderUnreachable);
  await expect(jsonObject(new Response("<html>"))).rejects.toBeInstanceOf(ProviderUnreachable);
});

it("throws when nothing listens at the address", async () => {
  const url = await provider((_request, response) => response.end());
  server?.closeAllConnections();
  server?.close();
  expect((await failure(url)).message).toContain("no connection");
});

it("distinguishes a call that never left from one with an unknown outcome", async () => {
  const thrown = (error: Error) =>
    providerFetch("http://127.0.0.1:9/", {}, 500, () => Promise.reject(error)).catch((told: unknown) => told);
  const coded = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });
  const never = [
    coded("ECONNREFUSED", "connect"),
    coded("ENOTFOUND", "getaddrinfo"),
    coded("CERT_HAS_EXPIRED"),
    coded("ERR_TLS_CERT_ALTNAME_INVALID"),
    new TypeError("fetch failed", { cause: coded("EHOSTUNREACH", "connect") }),
    new AggregateError([coded("ECONNREFUSED", "connect"), coded("ENETUNREACH", "connect")]),
  ];
  for (const error of never) expect(await thrown(error), error.message).toBeInstanceOf(ProviderUnconnected);
  for (const error of [
    coded("ECONNRESET", "read"),
    new TypeError("terminated"),
    new AggregateError([coded("EPIPE")]),
  ]) {
    expect(await thrown(error), error.message).toBeInstanceOf(ProviderUnreachable);
    expect(await thrown(error), error.message).not.toBeInstanceOf(ProviderUnconnected);
  }
});

it.each([
  "https://localhost:9/",
  "https://127.0.0.1:9/",
  "https://[::1]:9/",
  "https://169.254.169.254/latest/meta-data/",
])("refuses to connect to the internal address %s", async (url) => {
  expect(((await failure(url)).cause as Error).message).toBe("not a public address");
});

it("recognises internal networks, also in IPv4-mapped IPv6 notation", () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const within = fc.oneof(
    fc.tuple(fc.constant(10), byte, byte, byte),
    fc.tuple(fc.constant(127), byte, byte, byte),
    fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
    fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
    fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
    fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
    fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
  );
  fc.assert(
    fc.property(within, (bytes) => {
      expect(isPublicAddress(bytes.join("."))).toBe(false);
      expect(isPublicAddress(`::ffff:${bytes.join(".")}`)).toBe(false);
    }),
  );
  for (const address of ["fd12::1", "fe80::1", "::1", "::", "ff02::1", "localhost", "", "2130706433"])
    expect(isPublicAddress(address), address).toBe(false);
  for (const address of ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "::ffff:8.8.8.8"])
    expect(isPublicAddress(address), address).toBe(true);
});
