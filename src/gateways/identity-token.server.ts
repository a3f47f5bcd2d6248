import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from "jose";
import { providerFetch, type ProviderDeps } from "./provider-fetch.server.ts";

type IdentityTokenRules = { keysUrl: string; issuers: string[]; clientIds: string[] };
export type VerifyIdentityToken = (
  token: string,
  nonce: string | null,
) => Promise<(JWTPayload & { sub: string }) | null>;

/** Tolerance for differing clocks, in seconds. A token issued further in the future is refused. */
const FUTURE_SECONDS = 60;

/**
 * Returns a function that verifies identity tokens: the signature by one of the provider's rotating keys (RS256 only),
 * the issuer, a single audience that is ours, the expiry, and the nonce that prevents replays. It returns null for a
 * wrong token and throws if the keys cannot be fetched. Keys are cached for ten minutes and fetched again when a token
 * names an unknown one.
 */
export function openIdentityTokens(rules: IdentityTokenRules, deps: ProviderDeps): VerifyIdentityToken {
  const verify = openSigned(rules, deps, ["sub", "iat", "exp"]);
  return async (token, nonce) => {
    if (nonce === null || nonce === "") return null;
    const payload = await verify(token);
    const isOurs = typeof payload?.aud === "string" && payload["nonce"] === nonce && isSubject(payload.sub);
    return isOurs ? { ...payload, sub: payload.sub ?? "" } : null;
  };
}

/**
 * Like `openIdentityTokens`, for events that a provider sends to a webhook. These have no nonce, no expiry, and their
 * subject is inside the event.
 */
export function openSignedWebhooks(
  rules: IdentityTokenRules,
  deps: ProviderDeps,
): (token: string) => Promise<JWTPayload | null> {
  return openSigned(rules, deps, ["iat", "events"]);
}

function openSigned(rules: IdentityTokenRules, { now, timeoutMs }: ProviderDeps, requiredClaims: string[]) {
  const keys = createRemoteJWKSet(new URL(rules.keysUrl), {
    [customFetch]: (url, { headers }) => providerFetch(url, { headers }, timeoutMs),
  });
  return async (token: string): Promise<JWTPayload | null> => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ["RS256"],
        issuer: rules.issuers,
        audience: rules.clientIds,
        requiredClaims,
        currentDate: now(),
      });
      const isMade = (payload.iat ?? Infinity) <= now().getTime() / 1000 + FUTURE_SECONDS;
      return isMade ? payload : null;
    } catch (error) {
      if (isTokensFault(error)) return null;
      throw error;
    }
  };
}

/**
 * A subject identifies an account, so it is not trimmed or shortened. It stands in URLs, so `.` and `..` are refused.
 */
export function isSubject(value: unknown): value is string {
  return typeof value === "string" && /^(?!\.{1,2}$)[\x21-\x7e]{1,255}$/.test(value);
}

/** True for a text that cannot be a token of any provider. It is refused before any call. */
export function isNoToken(token: string): boolean {
  return !/^[\x21-\x7e]{1,8192}$/.test(token);
}

/**
 * True if the token is at fault. jose reports failures of the key set by its generic error, its time-out and
 * JWKSInvalid; all its other errors are about the token.
 */
function isTokensFault(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== "ERR_JOSE_GENERIC"
  );
}
