import { request } from "node:https";
import { Readable } from "node:stream";
import type { Fetch } from "./provider-fetch.server.ts";

/** A fetch that shows our certificate to the provider, which the machine's own cannot. Bodies are texts. */
export function fetchWithCertificate(cert: string, key: string): Fetch {
  return (url, { method = "GET", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const sent = request(
        url,
        { method, headers: Object.fromEntries(new Headers(headers)), cert, key, ...(signal ? { signal } : {}) },
        (answer) => {
          const status = answer.statusCode ?? 502;
          const isEmpty = [101, 204, 205, 304].includes(status);
          const stream = Readable.toWeb(answer) as ReadableStream<Uint8Array>;
          resolve(new Response(isEmpty ? null : stream, { status }));
        },
      );
      sent.on("error", reject);
      sent.end(typeof body === "string" ? body : undefined);
    });
}
