import { request } from "node:http";
import type { RunningSite } from "./running-site.ts";

let places = 0;

export type Called = { status: number; body: string; cookies: string[] };
/** `ip`: the address of the caller; without it each call comes from a network of its own. */
type Call = { method: string; path: string; body: string; token?: string; ip?: string; cookie?: string };

/**
 * One call of the site's API, from a network of its own unless it names one, so that no limit per network applies. It connects to
 * 127.0.0.1 and sends the site's name in the Host header, because not every resolver knows names under localhost.
 */
export function callApi({ port, hostOf }: Pick<RunningSite, "port" | "hostOf">, call: Call): Promise<Called> {
  const { method, path, body, token, ip, cookie } = call;
  places = (places + 1) % 60_000;
  const headers = {
    host: hostOf("port-serac"),
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-forwarded-for": ip ?? `10.${places >> 8}.${places & 255}.7`,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(cookie === undefined ? {} : { cookie }),
  };
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path: `/api${path}`, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("error", reject);
      answer.on("end", () => {
        const cookies = (answer.headers["set-cookie"] ?? []).map((line) => line.split(";")[0] ?? "");
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString(), cookies });
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}
