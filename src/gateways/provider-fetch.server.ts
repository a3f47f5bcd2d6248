import { NotPublicAddress, publicFetch, type Fetch } from "./public-fetch.server.ts";

const TIMEOUT_MS = 5_000;
const BODY_BYTES_MAX = 256 * 1024;

/** The outcome of a call is unknown: the provider did not answer, or not as it should. Never holds what was sent. */
export class ProviderUnreachable extends Error {
  override name = "ProviderUnreachable";
}

/** There was no connection to send the call over: the provider cannot have done anything. */
export class ProviderUnconnected extends ProviderUnreachable {
  override name = "ProviderUnconnected";
}

/** What adapters get from outside; `timeoutMs` bounds one call, headers and body together. */
export type ProviderDeps = { now: () => Date; timeoutMs?: number };

/** Over TLS to public addresses only; without it, which only the sandbox's settings have, wherever the address says. */
const fetchAnywhere = publicFetch();
const fetchOf = (url: string): Fetch => (url.startsWith("https:") ? fetchAnywhere : fetch);

/**
 * Calls a provider (T46). `url` comes from the settings, never from a visitor. Redirects, answers of more than 256 KiB,
 * silence beyond the time limit, 429 and 5xx throw `ProviderUnreachable`; every other answer is given back read whole.
 */
export async function providerFetch(
  url: string,
  init: RequestInit,
  timeoutMs = TIMEOUT_MS,
  fetchBy: Fetch = fetchOf(url),
): Promise<Response> {
  const { host, pathname } = new URL(url);
  // A person's number at a provider stands in some paths.
  const place = `${host}${pathname.replaceAll(/\d{6,}/g, "…")}`;
  const refuse = (why: string, cause?: unknown) => new ProviderUnreachable(`${place}: ${why}`, { cause });
  const signal = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let bytes: Uint8Array<ArrayBuffer> | null;
  try {
    response = await fetchBy(url, { ...init, redirect: "manual", signal });
    bytes = response.status >= 300 ? await readAtMost(response, 16 * 1024) : await readAtMost(response, BODY_BYTES_MAX);
  } catch (error) {
    if (signal.aborted) throw refuse("no answer in time", error);
    if (isUnconnected(error)) throw new ProviderUnconnected(`${place}: no connection`, { cause: error });
    throw refuse("a broken connection", error);
  }
  if (response.status >= 300 && response.status < 400) throw refuse("a redirect");
  if (response.status === 429 || response.status >= 500) throw refuse(`status ${response.status}`);
  if (bytes === null) throw refuse("too long an answer");
  // An answer that says nothing, as to a deletion, may hold nothing.
  const body = bytes.byteLength === 0 ? null : bytes;
  return new Response(body, { status: response.status, headers: { "content-type": "application/json" } });
}

/** Reads a JSON object; what is none counts as an answer that is not as it should be. */
export async function jsonObject(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text();
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (error) {
    throw new ProviderUnreachable("an answer that is not JSON", { cause: error });
  }
  throw new ProviderUnreachable("an answer that is no JSON object");
}

/** What a form post of OAuth looks like. */
export function formPost(fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  };
}

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_|EPROTO)/;

/** True where a name was not found, nobody took the connection, it leads inside, or TLS did not come about. */
function isUnconnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NotPublicAddress) return true;
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  if (syscall === "connect" || syscall === "getaddrinfo" || TLS_CODE.test(code)) return true;
  return error instanceof AggregateError ? error.errors.every(isUnconnected) : isUnconnected(error.cause);
}

async function readAtMost(response: Response, max: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > max) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
