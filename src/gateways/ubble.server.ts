import { isFields, jsonFields } from "../platform/fields.ts";
import { createPublicKey, verify, type KeyObject } from "node:crypto";
import { isCalendarDay } from "../platform/time-zones.ts";
import { openBreaker } from "../platform/breaker.server.ts";
import type { IdentitySettings } from "../platform/settings/gateway-settings.server.ts";
import type { IdentityDocument, IdentityEvent, IdentityGateway, IdentityState } from "../platform/gateways/identity.ts";
import { publicFetch } from "./public-fetch.server.ts";
import { jsonObject, providerFetch, ProviderUnreachable, type ProviderDeps } from "./provider-fetch.server.ts";

const WINDOW_SECONDS = 300;
const ID = /^[\w-]{1,100}$/;

/**
 * Statuses of version 2 and those left from version 1. An unknown status counts as "created" until the provider sends a
 * known one.
 */
const STATUSES: Record<string, IdentityState["status"]> = {
  created: "created",
  pending: "created",
  uninitiated: "created",
  capture_in_progress: "opened",
  initiated: "opened",
  checks_in_progress: "checking",
  processing: "checking",
  approved: "approved",
  declined: "rejected",
  retry_required: "rejected",
  inconclusive: "rejected",
  refused: "refused",
  capture_refused: "refused",
  aborted: "refused",
  capture_aborted: "refused",
  expired: "expired",
};

/** Identity verification by Ubble, version 2. Only statuses decide; response codes are ignored. */
export function openUbble(settings: IdentitySettings, deps: ProviderDeps): IdentityGateway {
  const ask = openCalls(settings, deps);
  const webhookKey = createPublicKey(settings.webhookKey);
  const isOwnLink = (link: string) => URL.canParse(link) && settings.linkOrigins.includes(new URL(link).origin);

  function linkIn(answer: Record<string, unknown>): string {
    const link = textAt(answer, "_links", "verification_url", "href");
    if (link === null || !isOwnLink(link)) throw new ProviderUnreachable("the link leads to another host");
    return link;
  }
  /** The link of the open attempt, for when a new attempt is refused because of it. */
  async function openLink(path: string): Promise<{ link: string; isNew: boolean } | null> {
    const response = await ask("GET", path);
    if (!response.ok) return null;
    const { data } = await jsonObject(response);
    const openAttempt = (Array.isArray(data) ? data : []).filter(isFields).find(({ status }) => isOpen(status));
    return openAttempt === undefined ? null : { link: linkIn(openAttempt), isNew: false };
  }

  return {
    isOwnLink,
    async start({ name, birthday, redirectUrl, webhookUrl }) {
      const response = await ask("POST", "/create-and-start-idv", {
        declared_data: { name, birth_date: birthday },
        redirect_url: redirectUrl,
        webhook_url: webhookUrl,
      });
      if (!response.ok) throw new Error(`The identity provider refused the call: status ${response.status}`);
      const answer = await jsonObject(response);
      const { id } = answer;
      if (typeof id !== "string" || !ID.test(id)) throw new ProviderUnreachable("the answer has no verification id");
      return { verificationId: id, link: linkIn(answer) };
    },
    async tryAgain(verificationId, redirectUrl) {
      const path = `${pathOf(verificationId)}/attempts`;
      const response = await ask("POST", path, { redirect_url: redirectUrl });
      if (response.ok) return { link: linkIn(await jsonObject(response)), isNew: true };
      return response.status === 409 ? openLink(path) : null;
    },
    async read(verificationId) {
      const response = await ask("GET", pathOf(verificationId));
      if (response.status === 404 || response.status === 410) return null;
      if (!response.ok) throw new Error(`The identity provider refused the call: status ${response.status}`);
      return stateOf(await jsonObject(response));
    },
    async purge(verificationId) {
      const response = await ask("DELETE", pathOf(verificationId));
      // A verification that no longer exists counts as purged.
      if (!response.ok && response.status !== 404 && response.status !== 410)
        throw new Error(`The identity provider refused to purge: status ${response.status}`);
    },
    readWebhook(signature, body) {
      if (!isSignedNow(signature, body, webhookKey, deps.now())) return { refusal: "invalid" };
      const event = eventOf(body);
      return event === null ? { refusal: "malformed" } : { event };
    },
  };
}

function openCalls(settings: IdentitySettings, deps: ProviderDeps) {
  const guarded = openBreaker(deps.now, "Ubble");
  const login = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString("base64");
  const fetchBy =
    settings.certificate === null || settings.key === null
      ? undefined
      : publicFetch({ cert: settings.certificate, key: settings.key });
  return (method: string, path: string, body?: object): Promise<Response> => {
    const headers = {
      authorization: `Basic ${login}`,
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    return guarded(() => providerFetch(`${settings.url}/v2${path}`, init, deps.timeoutMs, fetchBy));
  };
}

function pathOf(verificationId: string): string {
  return `/identity-verifications/${encodeURIComponent(verificationId)}`;
}

/** True if the signature covers the body and its own time, which is now. */
function isSignedNow(signature: string, body: Uint8Array, key: KeyObject, now: Date): boolean {
  const [, time = "", signed = ""] =
    /^(\d{1,12}):[\w.]{1,10}:([A-Za-z0-9+/]{10,200}={0,2})$/.exec(signature.trim()) ?? [];
  const isNow = Math.abs(Number(time) - now.getTime() / 1000) <= WINDOW_SECONDS;
  const covered = Buffer.concat([Buffer.from(`${time}:`), body]);
  const bytes = Buffer.from(signed, "base64");
  // The last base64 letter has unused bits, so several texts decode to the same bytes. Only the canonical text is
  // accepted.
  const isWritten = bytes.toString("base64") === signed;
  return time !== "" && isNow && isWritten && verify("sha512", covered, key, bytes);
}

function stateOf(answer: Record<string, unknown>): IdentityState {
  const status = STATUSES[String(answer["status"])] ?? "created";
  if (status === "checking") return { status, done: checksDone(answer) };
  if (status !== "approved") return { status };
  const document = documentIn(answer);
  if (document === null) throw new ProviderUnreachable("the approval has no readable document");
  return { status, document };
}

/** How many of document, face and identity, in this order, the provider has finished. */
function checksDone(answer: Record<string, unknown>): number {
  const found = [documentsIn(answer).length > 0, isFields(answer["face"]), isFields(answer["verified_identity"])];
  const open = found.indexOf(false);
  return open === -1 ? found.length : open;
}

function documentIn(answer: Record<string, unknown>): IdentityDocument | null {
  const [document] = documentsIn(answer);
  const read = (name: string, length = 200) => textAt(document, name)?.slice(0, length) ?? null;
  const birthday = dateIn(read("birth_date"));
  const lastname = read("last_name");
  const firstname = read("first_names");
  if (birthday === null || lastname === null || firstname === null) return null;
  return {
    lastname,
    firstname,
    birthday,
    birthName: read("last_name_at_birth"),
    number: read("document_number", 60),
    type: read("document_type", 60),
    country: read("document_issuing_country", 3),
    expiresOn: dateIn(read("document_expiry_date")),
  };
}

function documentsIn(answer: Record<string, unknown>): Record<string, unknown>[] {
  const { documents } = answer;
  return Array.isArray(documents) ? documents.filter(isFields) : [];
}

/** Reads the envelope of a webhook event; `data` says which verification it is about. */
function eventOf(body: Uint8Array): IdentityEvent | null {
  const { id, type, created_on: created, data } = jsonFields(body);
  const isDated = typeof created === "string" && !Number.isNaN(Date.parse(created));
  if (typeof id !== "string" || !ID.test(id) || typeof type !== "string" || !isDated) return null;
  const about = textAt(data, "identity_verification_id");
  const verificationId = about !== null && ID.test(about) ? about : null;
  const sentAt = new Date(created);
  const year = sentAt.getUTCFullYear();
  if (year < 2000 || year > 2999) return null;
  return { id, kind: type.slice(0, 100), verificationId, sentAt };
}

/** An ISO date that exists in the calendar, or null. */
function dateIn(value: string | null): string | null {
  const date = /^\d{4}-\d{2}-\d{2}/.exec(value ?? "")?.[0];
  return isCalendarDay(date) ? date : null;
}

function isOpen(status: unknown): boolean {
  return typeof status === "string" && ["created", "opened"].includes(STATUSES[status] ?? "");
}

/** The trimmed text at a path, or null if it is empty, contains NUL or is not a text. */
function textAt(value: unknown, ...path: string[]): string | null {
  const found = path.reduce<unknown>((at, name) => (isFields(at) ? at[name] : undefined), value);
  return typeof found === "string" && found.trim() !== "" && !found.includes("\0") ? found.trim() : null;
}
