import { createHash } from "node:crypto";
import type { GoogleSettings } from "../platform/settings/gateway-settings.server.ts";
import type { SocialGateway, SocialIdentity } from "../platform/gateways/social.ts";
import { isNoToken, isSubject, openIdentityTokens, type VerifyIdentityToken } from "./identity-token.server.ts";
import { formPost, jsonObject, providerFetch, type ProviderDeps } from "./provider-fetch.server.ts";
import { dateOf, emailOf, nameOf } from "./social-claims.server.ts";

const PEOPLE = "https://www.googleapis.com/auth";
const SCOPES = ["openid", "email", "profile", `${PEOPLE}/user.birthday.read`, `${PEOPLE}/user.gender.read`];
const INVALID = { refusal: "invalid" } as const;
type Google = { settings: GoogleSettings; deps: ProviderDeps; verifyIdentityToken: VerifyIdentityToken };

/**
 * Sign in with Google. `verify` takes an access token alone, as clients of the API post it, or what `exchange` returns:
 * the identity token with the nonce, a space, and the access token that it vouches for.
 */
export function openGoogle(settings: GoogleSettings, deps: ProviderDeps): SocialGateway {
  const google: Google = {
    settings,
    deps,
    verifyIdentityToken: openIdentityTokens(
      {
        keysUrl: settings.keysUrl,
        issuers: ["https://accounts.google.com", "accounts.google.com"],
        clientIds: settings.clientIds,
      },
      deps,
    ),
  };
  return {
    authorizeUrl: ({ redirectUri, state, nonce }) =>
      `${settings.authorizeUrl}?${new URLSearchParams({
        client_id: settings.clientIds[0],
        response_type: "code",
        scope: SCOPES.join(" "),
        redirect_uri: redirectUri,
        state,
        nonce,
        prompt: "select_account",
      })}`,
    exchange: (code, redirectUri) => exchange(google, code, redirectUri),
    async verify(token, nonce) {
      const [first = "", second] = token.split(" ");
      if (isNoToken(first) || (second !== undefined && isNoToken(second))) return INVALID;
      const identity =
        second === undefined ? await byAccess(google, first) : await byBoth(google, first, second, nonce);
      return identity === null ? INVALID : { identity };
    },
    readEvent: async () => INVALID,
    // We ask Google for no lasting access, so there is nothing to revoke.
    revoke: async () => undefined,
  };
}

async function exchange({ settings, deps }: Google, code: string, redirectUri: string) {
  if (isNoToken(code)) return INVALID;
  const fields = {
    code,
    client_id: settings.clientIds[0],
    client_secret: settings.clientSecret,
    redirect_uri: redirectUri,
    grant_type: "authorization_code",
  };
  const response = await providerFetch(settings.tokenUrl, formPost(fields), deps.timeoutMs);
  const body = await jsonObject(response);
  if (!response.ok) {
    if (body["error"] === "invalid_grant") return INVALID;
    throw new Error(`Google refused the call: ${String(body["error"])}`);
  }
  if (typeof body["id_token"] !== "string" || typeof body["access_token"] !== "string") return INVALID;
  return { token: `${body["id_token"]} ${body["access_token"]}`, refreshToken: null };
}

/**
 * Asks tokeninfo first: only it says which app a token was made for. A token of another app must not log anybody in.
 */
async function byAccess({ settings, deps }: Google, token: string): Promise<SocialIdentity | null> {
  const authorization = `Bearer ${token}`;
  const asked = await providerFetch(settings.tokeninfoUrl, formPost({}, { authorization }), deps.timeoutMs);
  if (!asked.ok) return null;
  const info = await jsonObject(asked);
  if (!isOurs(settings, info["aud"]) || (info["azp"] !== undefined && !isOurs(settings, info["azp"]))) return null;
  if (!(Number(info["exp"]) > deps.now().getTime() / 1000)) return null;
  const answer = await providerFetch(settings.userinfoUrl, { headers: { authorization } }, deps.timeoutMs);
  if (!answer.ok) return null;
  const claims = await jsonObject(answer);
  if (!isSubject(claims["sub"]) || (info["sub"] !== undefined && info["sub"] !== claims["sub"])) return null;
  const mayAsk = String(info["scope"]).split(" ").includes(`${PEOPLE}/user.birthday.read`);
  return identityOf(claims["sub"], claims, mayAsk ? await birthday(settings, deps, authorization) : null);
}

async function byBoth(google: Google, identityToken: string, accessToken: string, nonce: string | null) {
  const claims = await google.verifyIdentityToken(identityToken, nonce);
  if (claims === null || claims["at_hash"] !== leftHalf(accessToken)) return null;
  if (claims["azp"] !== undefined && !isOurs(google.settings, claims["azp"])) return null;
  return identityOf(claims.sub, claims, await birthday(google.settings, google.deps, `Bearer ${accessToken}`));
}

/**
 * Google is authoritative only for Gmail addresses and for its customers' own domains. It may have verified another
 * address long ago, when it belonged to somebody else.
 */
function identityOf(subject: string, claims: Record<string, unknown>, born: string | null): SocialIdentity {
  const email = emailOf(claims["email"]);
  const hasDomain = typeof claims["hd"] === "string" && claims["hd"] !== "";
  const isAuthority = email !== null && (email.endsWith("@gmail.com") || hasDomain);
  return {
    provider: "google",
    subject,
    email,
    isEmailVerified: isAuthority && claims["email_verified"] === true,
    firstname: nameOf(claims["given_name"]),
    lastname: nameOf(claims["family_name"]),
    birthday: born,
  };
}

/** The birthday only prefills a form, so a failure is ignored and the visitor types it. */
async function birthday(settings: GoogleSettings, deps: ProviderDeps, authorization: string): Promise<string | null> {
  const url = `${settings.peopleUrl}?personFields=birthdays`;
  try {
    const response = await providerFetch(url, { headers: { authorization } }, deps.timeoutMs);
    const { birthdays } = response.ok ? await jsonObject(response) : {};
    const dates = (Array.isArray(birthdays) ? birthdays : []).map((one: { date?: Record<string, unknown> } | null) =>
      dateOf(one?.date?.["year"], one?.date?.["month"], one?.date?.["day"]),
    );
    return dates.find((date) => date !== null) ?? null;
  } catch {
    return null;
  }
}

function isOurs(settings: GoogleSettings, clientId: unknown): boolean {
  return typeof clientId === "string" && settings.clientIds.includes(clientId);
}

/** The `at_hash` of an access token: the left half of its SHA-256, as OpenID Connect defines it. */
function leftHalf(token: string): string {
  return createHash("sha256").update(token).digest().subarray(0, 16).toString("base64url");
}
