import { isFields } from "../platform/fields.ts";
import { bytesAtMost } from "../platform/http/json-body.server.ts";
import { NotPublicAddress, publicFetch, type Fetch } from "./public-fetch.server.ts";

const TIMEOUT_MS = 5_000;
const BODY_BYTES_MAX = 256 * 1024;
const REFUSAL_BYTES_MAX = 16 * 1024;

/** The outcome of a call is unknown: the provider gave no answer, or an unusable one. Never contains what was sent. */
export class ProviderUnreachable extends Error {
  override name = "ProviderUnreachable";
}

/** No connection was made, so the provider cannot have acted on the call. */
export class ProviderUnconnected extends ProviderUnreachable {
  override name = "ProviderUnconnected";
}

/** What adapters need. `timeoutMs` limits one call, headers and body together. */
export type ProviderDeps = { now: () => Date; timeoutMs?: number };

/**
 * Over TLS, only public addresses are reached. Plain HTTP occurs only in the sandbox's settings and reaches any
 * address.
 */
const fetchAnywhere = publicFetch();
const fetchOf = (url: string): Fetch => (url.startsWith("https:") ? fetchAnywhere : fetch);

/**
 * Calls a provider. `url` must come from the settings, never from a visitor. Throws `ProviderUnreachable` for a
 * redirect, an answer over 256 KiB, no answer within the time limit, 429 and 5xx. Returns every other answer, read
 * completely.
 */
export async function providerFetch(
  url: string,
  init: RequestInit,
  timeoutMs = TIMEOUT_MS,
  fetchBy: Fetch = fetchOf(url),
): Promise<Response> {
  const { host, pathname } = new URL(url);
  // Some paths contain a person's number at a provider; it is masked.
  const place = `${host}${pathname.replaceAll(/\d{6,}/g, "…")}`;
  const refuse = (why: string, cause?: unknown) => new ProviderUnreachable(`${place}: ${why}`, { cause });
  const signal = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let bytes: Uint8Array<ArrayBuffer> | null;
  try {
    response = await fetchBy(url, { ...init, redirect: "manual", signal });
    bytes = await bytesAtMost(response, response.status >= 300 ? REFUSAL_BYTES_MAX : BODY_BYTES_MAX);
  } catch (error) {
    if (signal.aborted) throw refuse("no answer in time", error);
    if (isUnconnected(error)) throw new ProviderUnconnected(`${place}: no connection`, { cause: error });
    throw refuse("a broken connection", error);
  }
  if (response.status >= 300 && response.status < 400) throw refuse("a redirect");
  if (response.status === 429 || response.status >= 500) throw refuse(`status ${response.status}`);
  if (bytes === null) throw refuse("the answer is too long");
  // A Response with an empty body, as to a deletion, must be given null.
  const body = bytes.byteLength === 0 ? null : bytes;
  return new Response(body, { status: response.status, headers: { "content-type": "application/json" } });
}

/** Reads a JSON object. Throws `ProviderUnreachable` for anything else. */
export async function jsonObject(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  try {
    const value: unknown = JSON.parse(text);
    if (isFields(value)) return value;
  } catch (error) {
    throw new ProviderUnreachable("the answer is not JSON", { cause: error });
  }
  throw new ProviderUnreachable("the answer is not a JSON object");
}

/** The request of an OAuth form post. */
export function formPost(fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  };
}

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_|EPROTO)/;

/** True if the name was not found, the connection was refused, the address is internal, or TLS failed. */
function isUnconnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NotPublicAddress) return true;
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  if (syscall === "connect" || syscall === "getaddrinfo" || TLS_CODE.test(code)) return true;
  return error instanceof AggregateError ? error.errors.every(isUnconnected) : isUnconnected(error.cause);
}
