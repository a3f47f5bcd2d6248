import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from "jose";
import { providerFetch, type ProviderDeps } from "./provider-fetch.server.ts";

type IdentityTokenRules = { keysUrl: string; issuers: string[]; clientIds: string[] };
export type VerifyIdentityToken = (
  token: string,
  nonce: string | null,
) => Promise<(JWTPayload & { sub: string }) | null>;

/** Clocks differ; a token made further in the future than this is not of this world. */
const FUTURE_SECONDS = 60;

/**
 * Checks identity tokens wholly: signature by one of the provider's rotating keys (RS256 only), issuer, one audience that is
 * ours, life, and the nonce, without which a token could be replayed (T14). null where anything is wrong; throws where the
 * keys cannot be had. Keys are kept for ten minutes and asked for again when a token names an unknown one.
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

/** The same for what a provider tells us unasked: signed for us, but it has no subject of its own, no nonce and no end. */
export function openSignedNotices(
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

/** A subject is the key of an identity, so nothing is trimmed or cut; it stands in addresses, so it is no step of a path. */
export function isSubject(value: unknown): value is string {
  return typeof value === "string" && /^(?!\.{1,2}$)[\x21-\x7e]{1,255}$/.test(value);
}

/** True for what cannot be a token of any provider: it is refused before anybody is asked. */
export function isNoToken(token: string): boolean {
  return !/^[\x21-\x7e]{1,8192}$/.test(token);
}

/** jose's generic error and its time-out speak of the key set; every other error of its own speaks of the token. */
function isTokensFault(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== "ERR_JOSE_GENERIC"
  );
}
