import { callApi, type Called } from "./call-api.ts";
import type { RunningSite } from "./running-site.ts";

const addressOf = (name: string) => `${name}@demo.belrive.example`;
/** The people of the demonstration who have confirmed their address. All have the same password (see the README). */
export const CONFIRMED = ["confirmed", "verified", "ready", "member"].map(addressOf);
export const PEOPLE = [addressOf("new"), ...CONFIRMED];
export const PASSWORD = "Belrive!2026";

export function logIn(
  site: Pick<RunningSite, "port" | "hostOf">,
  email: string,
  password = PASSWORD,
  { ip, cookie }: { ip?: string | undefined; cookie?: string | undefined } = {},
): Promise<Called> {
  const body = JSON.stringify({ email, password, source: "WEBSITE", origin: null });
  return callApi(site, {
    method: "POST",
    path: "/auth/login",
    body,
    ...(ip === undefined ? {} : { ip }),
    ...(cookie === undefined ? {} : { cookie }),
  });
}

/** Logs one of the demonstration's people in. Returns the session token. */
export async function tokenOf(site: RunningSite, email: string): Promise<string> {
  const { status, body } = await logIn(site, email);
  const token = (JSON.parse(body) as { data?: { token?: string } }).data?.token;
  if (token === undefined) throw new Error(`The log-in was answered with ${status}`);
  return token;
}
