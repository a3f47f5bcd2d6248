import { createHash, createSign } from "node:crypto";
import type { BankSettings } from "../platform/bank-settings.server.ts";
import { decimalOfMinor, minorOfDecimal } from "../platform/decimal.ts";
import type { BankGateway, BankOrder, BankSession } from "../platform/gateways.ts";
import { readFintectureNotice } from "./fintecture-notice.server.ts";
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
type Fields = Record<string, unknown>;
type Token = { value: string; until: number };

/** A token is not used in its last minute: it would end on the way. */
const TOKEN_MARGIN_MS = 60_000;
const PAGE_SIZE = 100;
const SIGNED = ["(request-target)", "date", "digest", "x-request-id"] as const;

/** Instant transfers through Fintecture: a session per payment, approved on its pages, told by its API and its notices. */
export function openFintecture(settings: BankSettings, deps: Deps): BankGateway {
  const call = openCalls(settings, deps);
  return {
    start: (order) => start(settings, call, order),
    async read(sessionId) {
      if (!isName(sessionId)) return null;
      const answer = await call("GET", `/pis/v2/payments/${sessionId}`);
      return answer === "unknown" || answer === "refused" ? null : sessionOf(answer);
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
      // What was not asked for through this API has no reference.
      const isOfOrder = (one: Fields) => typeof fieldsOf(one["meta"])["state"] === "string";
      return { sessions: page.filter(isOfOrder).map(sessionOf), count: page.length };
    },
    async refundKeys(sessionId) {
      const refunds = isName(sessionId) ? await refundsOf(call, sessionId) : null;
      return (refunds ?? []).map(keyOf).filter((key) => typeof key === "string");
    },
    refund: (order) => refund(call, order),
    readNotice: (message) => readFintectureNotice(settings, deps.now(), message),
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
  if (!isName(sessionId)) throw new ProviderUnreachable("a session without a name");
  // A link to another place than the bank's would be somebody's trap (T40): nobody is sent there.
  if (typeof url !== "string" || !isBankLink(settings, url)) throw new Error("The bank's link leads elsewhere");
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

/** True for a page of the bank's own, over TLS or on the own machine, without credentials in the address (T40). */
export function isBankLink(settings: Pick<BankSettings, "linkHosts">, link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, host, hostname, username, password } = new URL(link);
  const isOwnMachine = hostname === "localhost" || hostname === "127.0.0.1";
  const isSecure = protocol === "https:" || (protocol === "http:" && isOwnMachine);
  return isSecure && username === "" && password === "" && settings.linkHosts.includes(host);
}

/** A refund has no key of its own at the bank, so the ones of the session are looked through before another is asked for. */
async function refund(call: CallBank, order: { sessionId: string; amountMinor: bigint; key: string }) {
  const before = isName(order.sessionId) ? await refundsOf(call, order.sessionId) : null;
  if (before === null) return "refused";
  const answer =
    before.find((one) => keyOf(one) === order.key) ??
    (await call("POST", `/pis/v2/refund?${new URLSearchParams({ state: order.key })}`, {
      meta: { session_id: order.sessionId },
      data: { attributes: { amount: decimalOfMinor(order.amountMinor), communication: order.key } },
    }));
  if (answer === "unknown" || answer === "refused") return "refused";
  const refundId = fieldsOf(answer["meta"])["session_id"];
  if (!isName(refundId)) throw new ProviderUnreachable("a refund without a name");
  return { refundId };
}

function refundsOf(call: CallBank, sessionId: string): Promise<Fields[] | null> {
  return list(call, `/pis/v2/payments/${sessionId}/refunds`);
}

function keyOf(refund: Fields): unknown {
  return fieldsOf(fieldsOf(refund["data"])["attributes"])["communication"];
}

/** Null where the bank knows nothing of what is asked about. A list that it refuses to give says nothing of what stands in it. */
async function list(call: CallBank, target: string): Promise<Fields[] | null> {
  const answer = await call("GET", target);
  if (answer === "unknown") return null;
  if (answer === "refused") throw new ProviderUnreachable("a list that is refused");
  if (!Array.isArray(answer["data"])) throw new ProviderUnreachable("a list that is none");
  return answer["data"].map(fieldsOf);
}

/** Signed calls with a token that is fetched once for all who wait, and anew where the bank forgot it. */
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
    throw new NotReached(`The bank refuses our call: status ${response.status}`);
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
  if (!response.ok) throw new NotReached(`The bank refuses our credentials: status ${response.status}`);
  const { access_token: value, expires_in: seconds } = await jsonObject(response);
  if (typeof value !== "string" || value === "" || typeof seconds !== "number")
    throw new ProviderUnreachable("a token that is none");
  return { value, until: asked + Math.max(seconds * 1000 - TOKEN_MARGIN_MS, 1_000) };
}

/** draft-cavage HTTP signature with rsa-sha256 over the request, its date, its body's digest and its id. */
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
  if (!isName(sessionId) || typeof status !== "string" || typeof state !== "string")
    throw new ProviderUnreachable("a session that is none");
  const fact = factOfStatus(status);
  const isOther = ["overpaid", "insufficient"].includes(String(meta["transfer_state"]));
  const received = attributes["received_amount"] ?? (isOther ? null : attributes["amount"]);
  const amount = fact === "PAID" ? received : attributes["amount"];
  const payer = fieldsOf(attributes["debtor"])["name"];
  return {
    sessionId,
    state,
    fact,
    isFinal: status === "payment_created" || status === "payment_cancelled" || meta["phase"] === "final",
    amountMinor: typeof amount === "string" ? minorOfDecimal(amount) : null,
    currency: String(attributes["currency"]),
    payerName: typeof payer === "string" && payer.trim() !== "" ? payer.trim().slice(0, 200) : null,
  };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** A name that may stand in an address. */
function isName(value: unknown): value is string {
  return typeof value === "string" && /^[\w-]{1,100}$/.test(value);
}
