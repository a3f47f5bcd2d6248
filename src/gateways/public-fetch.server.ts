import { lookup } from "node:dns";
import { request, type RequestOptions } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { networkPolicy } from "../platform/http/network-policy.server.ts";

/** A provider's name resolves to an internal address. */
export class NotPublicAddress extends Error {
  override name = "NotPublicAddress";
}

/** A function that makes a request. Bodies must be texts. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Networks that are not on the public internet (IANA special-purpose registries); no provider is there. */
const isInside = networkPolicy([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
  "::/128",
  "::1/128",
  "64:ff9b::/96",
  "100::/64",
  "2001:db8::/32",
  "fc00::/7",
  "fe80::/10",
  "ff00::/8",
]);

/** True for a public address. An IPv4 address in IPv6 notation is judged as IPv4. */
export function isPublicAddress(address: string): boolean {
  return isIP(address) !== 0 && !isInside(address);
}

/**
 * Makes a fetch over TLS that connects to public addresses only. The check and the connection use the same address, so
 * a second DNS answer cannot redirect the call to an internal one. `certificate` is the client certificate for the
 * provider. Never follows a redirect.
 */
export function publicFetch(certificate: { cert: string; key: string } | null = null): Fetch {
  return (url, { method = "GET", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      // Node does not look up a literal address, so it is checked here.
      const literal = new URL(url).hostname.replaceAll(/[[\]]/g, "");
      if (isIP(literal) !== 0 && !isPublicAddress(literal)) return reject(new NotPublicAddress("not a public address"));
      const options: RequestOptions = {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        lookup: lookupPublic,
        ...certificate,
        ...(signal ? { signal } : {}),
      };
      const sent = request(url, options, (answer) => {
        const status = answer.statusCode ?? 502;
        const isEmpty = [101, 204, 205, 304].includes(status);
        const stream = Readable.toWeb(answer) as ReadableStream<Uint8Array>;
        resolve(new Response(isEmpty ? null : stream, { status }));
      });
      sent.on("error", reject);
      sent.end(typeof body === "string" ? body : undefined);
    });
}

const lookupPublic: LookupFunction = (name, options, answer) => {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return answer(error, "");
    const [first] = addresses;
    const isPublic = addresses.every(({ address }) => isPublicAddress(address));
    if (first === undefined || !isPublic) return answer(new NotPublicAddress("not a public address"), "");
    if (options.all) answer(null, addresses);
    else answer(null, first.address, first.family);
  });
};
