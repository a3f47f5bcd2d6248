import { randomInt } from "node:crypto";
import { expect, type BrowserContext } from "@playwright/test";
import { solveCaptcha } from "../gateways.ts";
import { GROUP, home, SANDBOX_PORT } from "./places.ts";

const SANDBOX = `http://localhost:${SANDBOX_PORT}`;
/** Node resolves no *.localhost: calls go to the group's host and say whose they are by their origin (G181). */
const SITE = home("port-serac").replace(/\/$/, "");
export const PASSWORD = "Opale-Marine!47";
/** No hour, port or amount of these journeys. */
export const PIN = "7391";

type Answer = { data?: { token?: string; device_token?: string; result?: boolean } };
type Payment = { session_id: string; status: string; amount: number; url: string; communication: string };
export type WalletMember = { email: string; card: string; token: string };

async function call(path: string, body?: object, headers: Record<string, string> = {}, method?: string) {
  const answer = await fetch(`${GROUP}api${path}`, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: { "content-type": "application/json", origin: SITE, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok, `${path}: ${await answer.clone().text()}`).toBe(true);
  return (await answer.json()) as Answer;
}

/** The casino's floor, at the desk of a site. */
export function floor(method: string, path: string, body: object, site = 151): Promise<Answer> {
  const headers = { authorization: `Bearer floor-${site}` };
  return call(`/floor${path}`, { event_id: `e2e ${Date.now()} ${randomInt(1e9)}`, ...body }, headers, method);
}

const proof = async () => ({ recaptcha: await solveCaptcha(await call("/captcha")) });
const inbox = async (path: string) => (await (await fetch(`${SANDBOX}${path}`)).json()) as { text: string }[];

/** Somebody new with a card, a PIN and wallets at `sites`, logged in at Port-Sérac in this browser. */
export async function walletMember(context: BrowserContext, sites: number[] = [151]): Promise<WalletMember> {
  const place = { "x-forwarded-for": [198, 18, randomInt(256), randomInt(1, 255)].join(".") };
  const email = `wallet-${Date.now()}-${randomInt(1e6)}@example.test`;
  const lastname = `Delmas${String(randomInt(1e6)).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "a")}`;
  const person = { lastname, firstname: "Camille", birthday: "1988-04-12" };
  const optins = { CANAL_EMAIL: false, CANAL_SMS: false, CANAL_LETTER: false };
  const form = { civility_id: 1, ...person, email, password: PASSWORD, optins };
  const callback = { validation_callback_url: `${SITE}/email-confirmation` };
  await call("/users/web", { ...form, ...callback }, { ...(await proof()), ...place });
  const mailed = async () =>
    /[?&]token=([\w-]+)/.exec((await inbox(`/api/mail?to=${encodeURIComponent(email)}`))[0]?.text ?? "")?.[1] ?? "";
  await expect.poll(mailed, { timeout: 30_000 }).not.toBe("");
  const confirmed = await call("/users/email-confirmation", { token_validation_email: await mailed() }, place);
  const token = confirmed.data?.token ?? "";
  const bearer = { authorization: `Bearer ${token}`, ...place };
  const device = `+33612${String(randomInt(1e6)).padStart(6, "0")}`;
  const code = { otp_type: "check", device_type: "mobile", device };
  const sent = await call("/otp/send", code, { ...bearer, ...(await proof()) });
  const [text] = await inbox(`/api/sms?to=${encodeURIComponent(device)}`);
  const otp = /\d{4}/.exec(text?.text ?? "")?.[0];
  await call("/otp/verify", { device_token: sent.data?.device_token, otp }, bearer);
  const card = `48${String(randomInt(1e7)).padStart(7, "0")}${String(randomInt(1e7)).padStart(7, "0")}`;
  await floor("PUT", `/cards/${card}`, person);
  await call("/users/card/link", { card_number: card }, bearer);
  for (const site of sites) await floor("PUT", `/members/${card}/pin`, { pin: PIN }, site);
  await context.addCookies([
    { name: "user_token", value: token, url: home("port-serac"), httpOnly: true, secure: true },
  ]);
  return { email, card, token };
}

/** What the bank knows of payments into wallets of Port-Sérac that this payment's word names, the newest first. */
export async function bankPayments(): Promise<Payment[]> {
  return (await (await fetch(`${SANDBOX}/api/bank`)).json()) as Payment[];
}

/** The bank comes to a result by itself. */
export async function bankSays(sessionId: string, outcome: string): Promise<void> {
  const answer = await fetch(`${SANDBOX}/api/bank/${sessionId}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ outcome }),
  });
  expect(answer.ok).toBe(true);
}
