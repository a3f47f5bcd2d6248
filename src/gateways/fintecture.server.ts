import { fieldsOf, type Fields } from "../platform/fields.ts";
import { createHash, createSign } from "node:crypto";
import type { BankSettings } from "../platform/settings/bank-settings.server.ts";
import { decimalOfMinor, minorOfDecimal } from "../platform/decimal.ts";
import type { BankGateway, BankMessage, BankOrder, BankSession, BankWebhook } from "../platform/gateways/bank.ts";
import { readFintectureWebhook } from "./fintecture-webhook.server.ts";
import { factOfStatus } from "./fintecture-statuses.ts";
import { NotReached } from "../platform/not-reached.ts";
import {
  jsonObject,
  providerFetch,
  ProviderUnconnected,
  ProviderUnreachable,
  type ProviderDeps,
} from "./provider-fetch.server.ts";

type Deps = ProviderDeps & { random: (size: number) => Uint8Array };
type Token = { value: string; until: number };

/** A token is not used in its last minute, because it could expire on the way. */
const TOKEN_MARGIN_MS = 60_000;
const PAGE_SIZE = 100;
const SIGNED = ["(request-target)", "date", "digest", "x-request-id"] as const;

/** One application, with the check of its webhooks: "malformed" if one is signed but cannot be parsed. */
export type BankApplication = BankGateway & {
  readWebhook: (message: BankMessage) => BankWebhook | "unsigned" | "malformed";
};

/**
 * Instant transfers through one payment application at Fintecture: one session per payment, approved on Fintecture's pages, and read by its API
 * and webhooks.
 */
export function openFintecture(settings: BankSettings, deps: Deps): BankApplication {
  const call = openCalls(settings, deps);
  return {
    application: settings.appId,
    start: (order) => start(settings, call, order),
    async read(sessionId) {
      if (!isId(sessionId)) return null;
      const answer = await call("GET", `/pis/v2/payments/${sessionId}`);
      if (answer === "unknown" || answer === "refused") return null;
      const session = sessionOf(answer);
      // Its money would be booked a second time, under the other name.
      if (session.sessionId !== sessionId) throw new ProviderUnreachable("The bank's answer is about another session");
      return session;
    },
    async find(state) {
      const found = await list(call, `/pis/v2/payments?${new URLSearchParams({ state })}`);
      return (found ?? []).map(sessionOf);
    },
    async list(since, number) {
      const query = new URLSearchParams({
        "filter[created_at:gte]": since.toISOString(),
        "page[number]": String(number),
        "page[size]": String(PAGE_SIZE),
      });
      const page = (await list(call, `/pis/v2/payments?${query}`)) ?? [];
      // Payments that were not started through this API have no state.
      const isOfOrder = (one: Fields) => typeof fieldsOf(one["meta"])["state"] === "string";
      return { sessions: page.filter(isOfOrder).map(sessionOf), count: page.length };
    },
    async refundKeys(sessionId) {
      const refunds = isId(sessionId) ? await refundsOf(call, sessionId) : null;
      return (refunds ?? []).map(keyOf).filter((key) => typeof key === "string");
    },
    refund: (order) => refund(call, order),
    readWebhook: (message) => readFintectureWebhook(settings, deps.now(), message),
  };
}

type CallBank = (method: "GET" | "POST", target: string, body?: object) => Promise<Fields | "unknown" | "refused">;

async function start(settings: BankSettings, call: CallBank, order: BankOrder) {
  const { name, email, phone } = order.payer;
  const query = new URLSearchParams({ state: order.state, redirect_uri: order.returnUrl });
  const answer = await ordered(call, `/pis/v2/connect?${query}`, {
    meta: { psu_name: name, psu_email: email, ...(phone === null ? {} : { psu_phone: phone }) },
    data: {
      type: "SEPA",
      attributes: {
        amount: decimalOfMinor(order.amountMinor),
        currency: order.currency,
        communication: order.communication.slice(0, 140),
        end_to_end_id: order.state.replaceAll("-", "").slice(0, 35),
      },
    },
  });
  if (answer === "unknown" || answer === "refused") return "refused";
  const { session_id: sessionId, url } = fieldsOf(answer["meta"]);
  if (!isId(sessionId)) throw new ProviderUnreachable("The bank's answer has no session id");
  // A link to another host could lead to a phishing page.
  if (typeof url !== "string" || !isBankLink(settings, url)) throw new Error("The bank's link leads to another host");
  return { sessionId, url };
}

async function ordered(call: CallBank, target: string, body: object) {
  try {
    return await call("POST", target, body);
  } catch (error) {
    if (error instanceof ProviderUnconnected) throw new NotReached(error.message, { cause: error });
    throw error;
  }
}

/** True for a page on one of the bank's hosts, over TLS or on localhost, without credentials in the URL. */
export function isBankLink(settings: Pick<BankSettings, "linkHosts">, link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, host, hostname, username, password } = new URL(link);
  const isOwnMachine = hostname === "localhost" || hostname === "127.0.0.1";
  const isSecure = protocol === "https:" || (protocol === "http:" && isOwnMachine);
  return isSecure && username === "" && password === "" && settings.linkHosts.includes(host);
}

/**
 * Refunds. The bank has no idempotency key for refunds, so the session's refunds are searched for ours before another
 * is made.
 */
async function refund(call: CallBank, order: { sessionId: string; amountMinor: bigint; key: string }) {
  const before = isId(order.sessionId) ? await refundsOf(call, order.sessionId) : null;
  if (before === null) return "refused";
  const answer =
    before.find((one) => keyOf(one) === order.key) ??
    (await call("POST", `/pis/v2/refund?${new URLSearchParams({ state: order.key })}`, {
      meta: { session_id: order.sessionId },
      data: { attributes: { amount: decimalOfMinor(order.amountMinor), communication: order.key } },
    }));
  if (answer === "unknown" || answer === "refused") return "refused";
  const refundId = fieldsOf(answer["meta"])["session_id"];
  if (!isId(refundId)) throw new ProviderUnreachable("The bank's answer has no refund id");
  return { refundId };
}

function refundsOf(call: CallBank, sessionId: string): Promise<Fields[] | null> {
  return list(call, `/pis/v2/payments/${sessionId}/refunds`);
}

function keyOf(refund: Fields): unknown {
  return fieldsOf(fieldsOf(refund["data"])["attributes"])["communication"];
}

/**
 * Reads a list. Returns null if the bank does not know the resource. Throws if the bank refuses, because a refusal does
 * not mean that the list is empty.
 */
async function list(call: CallBank, target: string): Promise<Fields[] | null> {
  const answer = await call("GET", target);
  if (answer === "unknown") return null;
  if (answer === "refused") throw new ProviderUnreachable("The bank refused a list");
  if (!Array.isArray(answer["data"])) throw new ProviderUnreachable("The bank's answer has no list");
  return answer["data"].map(fieldsOf);
}

/** Makes signed calls. One token is fetched for all waiting calls, and a new one after a 401. */
function openCalls(settings: BankSettings, deps: Deps): CallBank {
  let token: Promise<Token> | null = null;

  async function currentToken(): Promise<string> {
    const known = await (token ??= fetchToken(settings, deps)).catch((error: unknown) => {
      token = null;
      throw error;
    });
    if (known.until > deps.now().getTime()) return known.value;
    token = null;
    return currentToken();
  }
  async function once(method: "GET" | "POST", target: string, text: string): Promise<Response> {
    const headers = {
      accept: "application/json",
      "content-type": "application/json",
      authorization: `Bearer ${await currentToken()}`,
      ...signedHeaders(settings, deps, method, target, text),
    };
    const body = method === "GET" ? {} : { body: text };
    return providerFetch(`${settings.url}${target}`, { method, headers, ...body }, deps.timeoutMs);
  }

  return async (method, target, body) => {
    const text = body === undefined ? "" : JSON.stringify(body);
    let response = await once(method, target, text);
    if (response.status === 401) {
      token = null;
      response = await once(method, target, text);
    }
    if (response.ok) return jsonObject(response);
    if (response.status === 404) return "unknown";
    if (response.status === 400 || response.status === 409 || response.status === 422) return "refused";
    throw new NotReached(`The bank refused the call: status ${response.status}`);
  };
}

async function fetchToken(settings: BankSettings, { now, timeoutMs }: Deps): Promise<Token> {
  const asked = now().getTime();
  const credentials = Buffer.from(`${settings.appId}:${settings.appSecret}`).toString("base64");
  const response = await providerFetch(
    `${settings.url}/oauth/accesstoken`,
    {
      method: "POST",
      headers: {
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
        authorization: `Basic ${credentials}`,
      },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        app_id: settings.appId,
        scope: "PIS",
      }).toString(),
    },
    timeoutMs,
  );
  if (!response.ok) throw new NotReached(`The bank refused the credentials: status ${response.status}`);
  const { access_token: value, expires_in: seconds } = await jsonObject(response);
  if (typeof value !== "string" || value === "" || typeof seconds !== "number")
    throw new ProviderUnreachable("The bank's answer has no token");
  return { value, until: asked + Math.max(seconds * 1000 - TOKEN_MARGIN_MS, 1_000) };
}

/**
 * An HTTP signature (draft-cavage, rsa-sha256) over the request target, the date, the body's digest and the request id.
 */
function signedHeaders(
  settings: BankSettings,
  { now, random }: Deps,
  method: string,
  target: string,
  body: string,
): Record<string, string> {
  const path = `${new URL(settings.url).pathname.replace(/\/$/, "")}${target}`;
  const values: Record<(typeof SIGNED)[number], string> = {
    "(request-target)": `${method.toLowerCase()} ${path}`,
    date: now().toUTCString(),
    digest: `SHA-256=${createHash("sha256").update(body).digest("base64")}`,
    "x-request-id": Buffer.from(random(16)).toString("hex"),
  };
  const covered = SIGNED.map((name) => `${name}: ${values[name]}`).join("\n");
  const signature = createSign("RSA-SHA256").update(covered).sign(settings.privateKeys[0], "base64");
  return {
    date: values.date,
    digest: values.digest,
    "x-request-id": values["x-request-id"],
    signature: `keyId="${settings.appId}",algorithm="rsa-sha256",headers="${SIGNED.join(" ")}",signature="${signature}"`,
  };
}

function sessionOf(answer: Fields): BankSession {
  const meta = fieldsOf(answer["meta"]);
  const attributes = fieldsOf(fieldsOf(answer["data"])["attributes"]);
  const { session_id: sessionId, status, state } = meta;
  if (!isId(sessionId) || typeof status !== "string" || typeof state !== "string")
    throw new ProviderUnreachable("The bank's answer has no session");
  const fact = factOfStatus(status);
  const isOther = ["overpaid", "insufficient"].includes(String(meta["transfer_state"]));
  const received = attributes["received_amount"] ?? (isOther ? null : attributes["amount"]);
  const amount = fact === "PAID" ? received : attributes["amount"];
  const payer = fieldsOf(attributes["debtor"])["name"];
  const communication = attributes["communication"];
  return {
    sessionId,
    state,
    fact,
    isFinal: status === "payment_created" || status === "payment_cancelled" || meta["phase"] === "final",
    amountMinor: minorOf(amount),
    orderedMinor: minorOf(attributes["amount"]),
    communication: typeof communication === "string" ? communication.slice(0, 140) : null,
    currency: String(attributes["currency"]),
    payerName: typeof payer === "string" && payer.trim() !== "" ? payer.trim().slice(0, 200) : null,
  };
}

function minorOf(amount: unknown): bigint | null {
  return typeof amount === "string" ? minorOfDecimal(amount) : null;
}

/** True for an id that is safe in a URL path. */
function isId(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,100}$/.test(value);
}
