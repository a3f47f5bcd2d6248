import { randomInt } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import { solveCaptcha } from "../support/gateways.ts";
import { GROUP, home, SANDBOX_PORT } from "./places.ts";
import { ALONE } from "./plain-http.ts";
import { expect } from "./watched.ts";

export const SANDBOX = `http://localhost:${SANDBOX_PORT}`;
const SITE = home("port-serac").slice(0, -1);
const PIN = "1234";
export const PASSWORD = "Opale-Marine!47";

export type NewPerson = Person & { email: string; token: string };
export type NewMember = { email: string; token: string; card: string };
type MemberWish = { sites?: number[]; pin?: string; who?: Partial<Person> };
type Person = { lastname: string; firstname: string; birthday: string };
export type ApiAnswer = { data?: Partial<Record<string, string>>; unlock?: string; error?: unknown };

/** A call of the API without a browser, as the native app makes it. */
export async function api(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`${GROUP}api${path}`, {
    method,
    headers: { ...ALONE, "content-type": "application/json", origin: SITE, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === "" ? {} : JSON.parse(text)) as ApiAnswer };
}

/** A call of the floor API by a site, Port-Sérac's by default. */
export async function floor(method: string, path: string, body: object, site = 151): Promise<void> {
  const event = `e2e-${Date.now()}-${randomInt(1e9)}`;
  const { status, body: said } = await api(
    method,
    `/floor${path}`,
    { event_id: event, ...body },
    {
      authorization: `Bearer floor-${site}`,
    },
  );
  expect(status, `${path}: ${JSON.stringify(said)}`).toBe(200);
}

/**
 * Makes a member for one test: a confirmed address, a verified phone number, a card of Port-Sérac, a wallet at each
 * of `sites` and a PIN. No other test counts their gifts or payments. `who` sets the person's data.
 */
export async function newMember({ sites = [151], pin = PIN, who = {} }: MemberWish = {}): Promise<NewMember> {
  const { email, token, ...person } = await newPerson(who);
  const card = newCardNumber();
  await floor("PUT", `/cards/${card}`, person);
  const linked = await api("POST", "/users/card/link", { card_number: card }, { ...bearerOf(token), ...newPlace() });
  expect(linked.status, JSON.stringify(linked.body)).toBe(200);
  for (const site of sites) await floor("PUT", `/members/${card}/pin`, { pin }, site);
  return { email, token, card };
}

/** A number for a card that no reception has issued yet. */
export function newCardNumber(): string {
  return `77${String(randomInt(1e7)).padStart(7, "0")}${String(randomInt(1e7)).padStart(7, "0")}`;
}

/** A name that no person had before: `start` and some letters. */
export function newName(start: string): string {
  return start + String(randomInt(1e6)).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "a");
}

/** An IP network of its own for each caller, so that limits of other tests or earlier runs do not apply. */
export function newPlace() {
  return { "x-forwarded-for": [198, 18 + randomInt(2), randomInt(256), randomInt(1, 255)].join(".") };
}

export function bearerOf(token: string) {
  return { authorization: `Bearer ${token}` };
}

/**
 * Makes an account for one test, with a confirmed address, a verified phone number and no card. `who` sets the
 * person's data, `place` the network that they come from.
 */
export async function newPerson(who: Partial<Person> = {}, place = newPlace()): Promise<NewPerson> {
  const proof = async () => ({ recaptcha: await solveCaptcha((await api("GET", "/captcha")).body) });
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const { status, body: said } = await api("POST", path, body, { ...place, ...headers });
    expect(status, `${path}: ${JSON.stringify(said)}`).toBe(200);
    return said.data ?? {};
  };
  const read = async (path: string) =>
    (await (await fetch(`${SANDBOX}${path}`, { headers: ALONE })).json()) as { text: string }[];
  const email = `desk-${Date.now()}-${randomInt(1e6)}@example.test`;
  const person = { lastname: newName("Marchand"), firstname: "Lise", birthday: "1988-04-12", ...who };
  const registered = await call(
    "/users/web",
    {
      ...person,
      civility_id: 1,
      email,
      password: PASSWORD,
      optins: { CANAL_EMAIL: false, CANAL_SMS: false, CANAL_LETTER: false },
      validation_callback_url: `${SITE}/email-confirmation`,
    },
    await proof(),
  );
  const mailed = async () => {
    const mails = await read(`/api/mail?to=${encodeURIComponent(email)}`);
    return /[?&]token=([\w-]+)/.exec(mails[0]?.text ?? "")?.[1] ?? "";
  };
  await expect.poll(mailed, { timeout: 60_000 }).not.toBe("");
  const confirmed = await call(
    "/users/email-confirmation",
    { token_validation_email: await mailed() },
    bearerOf(registered["token"] ?? ""),
  );
  const token = confirmed["token"] ?? "";
  const bearer = bearerOf(token);
  const device = `+33613${String(randomInt(1e6)).padStart(6, "0")}`;
  const asked = { otp_type: "check", device_type: "mobile", device };
  const sent = await call("/otp/send", asked, { ...bearer, ...(await proof()) });
  const texts = await read(`/api/sms?to=${encodeURIComponent(device)}`);
  await call(
    "/otp/verify",
    { device_token: sent["device_token"], otp: /\d{4}/.exec(texts[0]?.text ?? "")?.[0] },
    bearer,
  );
  return { email, token, ...person };
}

/** Logs a browser in as a member. */
export async function comeAs(context: BrowserContext, { token }: Pick<NewMember, "token">): Promise<void> {
  await context.addCookies([
    { name: "user_token", value: token, url: home("port-serac"), httpOnly: true, secure: true },
  ]);
}

/** The people of the demonstration (printed by bin/start.ts). All have the same password. */
export type DemoPerson = "new" | "confirmed" | "verified" | "ready" | "member";
export const DEMO_PASSWORD = "Belrive!2026";
export const addressOf = (who: DemoPerson) => `${who}@demo.belrive.example`;

/** The session tokens of this worker's tests. */
const known = new Map<DemoPerson, Promise<string>>();

/**
 * Logs a browser in as one of the demonstration's people. Tests of a worker share the session, so a test that ends it
 * must set `isOwn`.
 */
export async function comeAsDemo(context: BrowserContext, who: DemoPerson, { isOwn = false } = {}): Promise<void> {
  const asked = (isOwn ? undefined : known.get(who)) ?? logInByApi(who);
  if (!isOwn) known.set(who, asked);
  await comeAs(context, { token: await asked });
}

async function logInByApi(who: DemoPerson): Promise<string> {
  const sent = { email: addressOf(who), password: DEMO_PASSWORD, source: "WEBSITE" };
  const { status, body } = await api("POST", "/auth/login", sent, newPlace());
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data?.["token"] ?? "";
}

/** Starts a top-up at Port-Sérac as the native app does. Returns the payment and the id of the bank's session. */
export async function orderTopUp(
  { token }: Pick<NewMember, "token">,
  amount: number,
  pin = PIN,
): Promise<{ uuid: string; session: string }> {
  const bearer = bearerOf(token);
  const opened = await api("POST", "/users/account/cashless/151/unlocks", { pin }, bearer);
  const started = await api(
    "POST",
    "/transaction/init",
    {
      provider: "instant_transfer",
      return_url: `${SITE}/?popup=Cashless`,
      from: "web",
      site_id: 151,
      product: { type: "cashless", amount, currency: "EUR" },
      data: { site_id: 151, pin_code: opened.body.unlock },
    },
    bearer,
  );
  const { transaction_uuid: uuid = "", link = "" } = started.body.data ?? {};
  expect(uuid, JSON.stringify(started.body)).not.toBe("");
  return { uuid, session: new URL(link).pathname.split("/").at(-1) ?? "" };
}

/** Sets a payment's result at the sandbox's bank. */
export async function bankSays(session: string, outcome: string): Promise<void> {
  const answer = await fetch(`${SANDBOX}/api/bank/${session}`, {
    method: "POST",
    headers: { ...ALONE, "content-type": "application/json" },
    body: JSON.stringify({ outcome }),
  });
  expect(answer.ok).toBe(true);
}

/** Tops up the member's wallet and has the sandbox's bank pay. Returns the payment. */
export async function paidTopUp(member: Pick<NewMember, "token">, amount: number): Promise<string> {
  const { uuid, session } = await orderTopUp(member, amount);
  await bankSays(session, "paid");
  await expect(async () => {
    const poll = await api("GET", `/transaction/${uuid}`, undefined, bearerOf(member.token));
    expect(JSON.stringify(poll.body)).toContain('"SUCCESS"');
  }).toPass({ timeout: 60_000 });
  return uuid;
}
