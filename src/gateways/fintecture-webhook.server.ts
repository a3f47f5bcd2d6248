import { constants, createHash, privateDecrypt } from "node:crypto";
import { jsonFields } from "../platform/fields.ts";
import type { BankSettings } from "../platform/settings/bank-settings.server.ts";
import { isSameSecret } from "../platform/cryptography.server.ts";
import type { BankMessage, BankWebhook } from "../platform/gateways/bank.ts";
import { factOfStatus } from "./fintecture-statuses.ts";

/** The signed date may differ from our clock by five minutes at most, which limits replays. */
const CLOCK_MS = 300_000;
const SIGNATURE_MAX = 4_096;
const NEEDED = ["date", "digest", "x-request-id"] as const;

/**
 * Checks and reads a webhook of Fintecture. The `Digest` header covers the body. Fintecture's signature is unusual: it is
 * the listed headers, in their order, encrypted with our application's public key. Anybody with that public key can make
 * one, so a webhook only triggers a query to the bank and is never believed alone.
 */
export function readFintectureWebhook(
  settings: BankSettings,
  now: Date,
  { headers, body, target }: BankMessage,
): BankWebhook | "unsigned" | "malformed" {
  const digest = `SHA-256=${createHash("sha256").update(body).digest("base64")}`;
  if (!isSameSecret(digest, headers.get("digest") ?? "")) return "unsigned";
  const parts = partsOf(headers.get("signature") ?? "");
  const names = (parts.get("headers") ?? "").toLowerCase().split(" ");
  if (parts.get("keyId") !== settings.appId || !NEEDED.every((name) => names.includes(name))) return "unsigned";
  const age = Math.abs(now.getTime() - Date.parse(headers.get("date") ?? ""));
  if (!(age <= CLOCK_MS)) return "unsigned";
  const covered = names
    .map((name) => `${name}: ${name === "(request-target)" ? `post ${target}` : (headers.get(name) ?? "")}`)
    .join("\n");
  const encrypted = Buffer.from(parts.get("signature") ?? "", "base64");
  if (!settings.privateKeys.some((key) => isSameSecret(opened(key, encrypted), covered))) return "unsigned";
  return webhookOf(headers.get("content-type") ?? "", body);
}

/** The application that a webhook names as its sender; not proven yet. */
export function namedApplication(headers: Headers): string {
  return partsOf(headers.get("signature") ?? "").get("keyId") ?? "";
}

function partsOf(signature: string): Map<string, string> {
  if (signature.length > SIGNATURE_MAX) return new Map();
  return new Map([...signature.matchAll(/([a-zA-Z]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]));
}

/** Decrypts with one key. Returns an empty text if the key does not fit; no genuine content is empty. */
function opened(key: string, encrypted: Buffer): string {
  try {
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING }, encrypted).toString("utf8");
  } catch {
    return "";
  }
}

function webhookOf(type: string, body: Uint8Array): BankWebhook | "malformed" {
  const fields = /^application\/json(;|$)/i.test(type) ? jsonFields(body) : formFields(body);
  const { session_id: sessionId, status, state } = fields;
  if (typeof sessionId !== "string" || !/^[\w-]{1,100}$/.test(sessionId)) return "malformed";
  if (typeof status !== "string" || !/^\w{1,60}$/.test(status)) return "malformed";
  const isState = typeof state === "string" && /^[\w-]{1,100}$/.test(state);
  return { sessionId, status, state: isState ? state : null, fact: factOfStatus(status) };
}

function formFields(body: Uint8Array): Record<string, unknown> {
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body)));
}
