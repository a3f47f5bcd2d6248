import { importPKCS8, SignJWT } from "jose";
import { fieldsOf, jsonFields } from "../platform/fields.ts";
import type { AppleSettings } from "../platform/settings/gateway-settings.server.ts";
import type { SocialEvent, SocialGateway } from "../platform/gateways/social.ts";
import { isNoToken, isSubject, openIdentityTokens, openSignedWebhooks } from "./identity-token.server.ts";
import { formPost, jsonObject, providerFetch, type ProviderDeps } from "./provider-fetch.server.ts";
import { emailOf, endOfSecond } from "./social-claims.server.ts";

const ISSUER = "https://appleid.apple.com";
const SECRET_LIFE_SECONDS = 300;
const INVALID = { refusal: "invalid" } as const;

/**
 * Sign in with Apple. The identity token is the only source of data. It has no name (the browser posts one at the first
 * log-in, which cannot be trusted), no birthday, and sometimes no e-mail address.
 */
export function openApple(settings: AppleSettings, deps: ProviderDeps): SocialGateway {
  const rules = { keysUrl: `${settings.url}/auth/keys`, issuers: [ISSUER], clientIds: settings.clientIds };
  const verifyIdentityToken = openIdentityTokens(rules, deps);
  const verifyWebhook = openSignedWebhooks(rules, deps);
  const post = async (path: string, fields: Record<string, string>) => {
    const ours = { client_id: settings.clientIds[0], client_secret: await clientSecret(settings, deps.now()) };
    return providerFetch(`${settings.url}${path}`, formPost({ ...ours, ...fields }), deps.timeoutMs);
  };
  return {
    authorizeUrl: ({ redirectUri, state, nonce }) => {
      const query = new URLSearchParams({
        client_id: settings.clientIds[0],
        response_type: "code",
        // Apple sends the name and the address only in a form post.
        response_mode: "form_post",
        scope: "name email",
        redirect_uri: redirectUri,
        state,
        nonce,
      });
      return `${settings.url}/auth/authorize?${query.toString().replaceAll("+", "%20")}`;
    },
    async exchange(code, redirectUri) {
      if (isNoToken(code)) return INVALID;
      const response = await post("/auth/token", { code, redirect_uri: redirectUri, grant_type: "authorization_code" });
      const body = await jsonObject(response);
      if (!response.ok && body["error"] !== "invalid_grant")
        throw new Error(`Apple refused the call: ${String(body["error"])}`);
      if (!response.ok || typeof body["id_token"] !== "string") return INVALID;
      const refresh = body["refresh_token"];
      return { token: body["id_token"], refreshToken: typeof refresh === "string" ? refresh : null };
    },
    async verify(token, nonce) {
      const claims = isNoToken(token) ? null : await verifyIdentityToken(token, nonce);
      if (claims === null) return INVALID;
      const email = emailOf(claims["email"]);
      const isVerified = claims["email_verified"] === true || claims["email_verified"] === "true";
      const missing = { firstname: null, lastname: null, birthday: null };
      return {
        identity: {
          provider: "apple",
          subject: claims.sub,
          email,
          isEmailVerified: email !== null && isVerified,
          ...missing,
        },
      };
    },
    async readEvent(webhook) {
      const claims = isNoToken(webhook) ? null : await verifyWebhook(webhook);
      const event = claims === null ? null : eventOf(claims["events"], claims.iat);
      return event === null ? INVALID : { event };
    },
    async revoke({ refreshToken }) {
      if (refreshToken === null) return;
      const response = await post("/auth/revoke", { token: refreshToken, token_type_hint: "refresh_token" });
      if (!response.ok) throw new Error(`Apple refused to revoke the access: status ${response.status}`);
    },
  };
}

const KINDS: Record<string, SocialEvent["kind"]> = {
  "consent-revoked": "revoked",
  "account-delete": "deleted",
  "email-disabled": "email_stopped",
};

/** Reads the event. Apple sends it as a JSON text inside the JSON. */
function eventOf(events: unknown, iat: number | undefined): SocialEvent | null {
  const { type, sub: subject } = typeof events === "string" ? jsonFields(events) : fieldsOf(events);
  if (iat === undefined || typeof type !== "string" || !isSubject(subject)) return null;
  return { subject, kind: Object.hasOwn(KINDS, type) ? (KINDS[type] ?? "other") : "other", at: endOfSecond(iat) };
}

/** Apple expects no fixed secret but a short-lived JWT signed with the team's key. */
async function clientSecret(settings: AppleSettings, now: Date): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: settings.keyId })
    .setIssuer(settings.teamId)
    .setSubject(settings.clientIds[0])
    .setAudience(ISSUER)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + SECRET_LIFE_SECONDS)
    .sign(await importPKCS8(settings.privateKey, "ES256"));
}
