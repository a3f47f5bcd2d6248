import { request } from "node:http";
import { PORT } from "./places.ts";

/** A connection per request. The server may close a kept one just when a busy machine writes the next request. */
export const ALONE = { connection: "close" };

export type Plain = { status: number; headers: Record<string, string | undefined>; bytes: number; text: string };

/**
 * A GET without a browser, with the venue in the Host header, because not every machine resolves names below
 * localhost.
 */
export function get(slug: string, path: string, headers: Record<string, string> = {}): Promise<Plain> {
  return getFromHost(`${slug}.localhost:${PORT}`, path, headers);
}

/** The same with any Host header. */
export function getFromHost(host: string, path: string, headers: Record<string, string> = {}): Promise<Plain> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port: PORT, path, headers: { host, ...headers } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        const body = Buffer.concat(parts);
        const flat = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
        resolve({ status: answer.statusCode ?? 0, headers: flat, bytes: body.length, text: body.toString() });
      });
    });
    asked.on("error", reject);
    asked.end();
  });
}
