import { request } from "node:http";
import type { RunningSite } from "./running-site.ts";

/** The demonstration's people, all with the same password (README). */
export const PEOPLE = ["new", "confirmed", "verified", "ready", "member"].map((name) => `${name}@demo.belrive.example`);
export const PASSWORD = "Belrive!2026";
let places = 0;

type Posted = { status: number; body: string };

/** One call of the site's API from a place of its own, so that no limit of a place is met. */
export function callApi(
  { port, hostOf }: RunningSite,
  { method, path, body, token }: { method: string; path: string; body: string; token?: string },
): Promise<Posted> {
  places = (places + 1) % 60_000;
  const headers = {
    host: hostOf("port-serac"),
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-forwarded-for": `198.18.${places >> 8}.${places & 255}`,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, path: `/api${path}`, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("error", reject);
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() }));
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

export function logIn(site: RunningSite, email: string, password = PASSWORD): Promise<Posted> {
  const body = JSON.stringify({ email, password, source: "WEBSITE", origin: null });
  return callApi(site, { method: "POST", path: "/auth/login", body });
}

/** A session's token of one of the demonstration's people. */
export async function tokenOf(site: RunningSite, email: string): Promise<string> {
  const { status, body } = await logIn(site, email);
  const token = (JSON.parse(body) as { data?: { token?: string } }).data?.token;
  if (token === undefined) throw new Error(`The log-in was answered with ${status}`);
  return token;
}
