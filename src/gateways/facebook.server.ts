import { createHmac, timingSafeEqual } from "node:crypto";
import { fieldsOf, jsonFields } from "../platform/fields.ts";
import type { FacebookSettings } from "../platform/settings/gateway-settings.server.ts";
import type { SocialEvent, SocialGateway, SocialIdentity } from "../platform/gateways/social.ts";
import { isNoToken, isSubject } from "./identity-token.server.ts";
import { jsonObject, providerFetch, type ProviderDeps } from "./provider-fetch.server.ts";
import { dateOf, emailOf, endOfSecond, nameOf } from "./social-claims.server.ts";

const SCOPES = "public_profile,email,user_birthday,user_gender";
const FIELDS = "id,first_name,last_name,email,birthday";
const INVALID = { refusal: "invalid" } as const;

/**
 * Facebook Login. A token counts only if `debug_token` says that it was made for our app. Facebook does not say whether
 * an address is verified, so none counts as verified.
 */
export function openFacebook(settings: FacebookSettings, deps: ProviderDeps): SocialGateway {
  const ask = async (path: string, fields: Record<string, string>, method = "GET") => {
    const url = `${settings.graphUrl}/${path}?${new URLSearchParams(fields)}`;
    const response = await providerFetch(url, { method }, deps.timeoutMs);
    return { isOk: response.ok, body: await jsonObject(response) };
  };
  const appToken = `${settings.appId}|${settings.appSecret}`;
  return {
    authorizeUrl: ({ redirectUri, state }) =>
      `${settings.dialogUrl}?${new URLSearchParams({
        client_id: settings.appId,
        response_type: "code",
        scope: SCOPES,
        redirect_uri: redirectUri,
        state,
      })}`,
    async exchange(code, redirectUri) {
      if (isNoToken(code)) return INVALID;
      const { isOk, body } = await ask("oauth/access_token", {
        client_id: settings.appId,
        client_secret: settings.appSecret,
        redirect_uri: redirectUri,
        code,
      });
      if (!isOk || typeof body["access_token"] !== "string") return INVALID;
      return { token: body["access_token"], refreshToken: null };
    },
    async verify(token) {
      if (isNoToken(token)) return INVALID;
      const { isOk, body } = await ask("debug_token", { input_token: token, access_token: appToken });
      const userId = isOk ? ownerOf(body["data"], settings.appId, deps.now()) : null;
      if (userId === null) return INVALID;
      const proof = createHmac("sha256", settings.appSecret).update(token).digest("hex");
      const me = await ask("me", { fields: FIELDS, access_token: token, appsecret_proof: proof });
      if (!me.isOk || me.body["id"] !== userId) return INVALID;
      return { identity: identityOf(userId, me.body) };
    },
    readEvent: async (webhook) => {
      const event = deletionRequest(webhook, settings.appSecret);
      return event === null ? INVALID : { event };
    },
    async revoke({ subject }) {
      if (!isSubject(subject)) throw new Error("A Facebook subject must be a user id");
      const { isOk } = await ask(`${encodeURIComponent(subject)}/permissions`, { access_token: appToken }, "DELETE");
      if (!isOk) throw new Error("Facebook refused to revoke the access");
    },
  };
}

/** Checks a `signed_request`: HMAC-SHA256 of the encoded payload with the app's secret, a dot, the payload. */
function deletionRequest(webhook: string, appSecret: string): SocialEvent | null {
  const [, signature = "", payload = ""] = /^([\w-]{43}=?)\.([\w-]{1,4000}={0,2})$/.exec(webhook) ?? [];
  const expected = createHmac("sha256", appSecret).update(payload).digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const told = jsonFields(Buffer.from(payload, "base64url").toString("utf8"));
  const { algorithm, user_id: subject, issued_at: issuedAt } = told;
  if (String(algorithm).toUpperCase() !== "HMAC-SHA256" || !isSubject(subject)) return null;
  if (typeof issuedAt !== "number" || !Number.isFinite(issuedAt) || Math.abs(issuedAt) > 1e11) return null;
  return { subject, kind: "deleted", at: endOfSecond(issuedAt) };
}

/** The user id of a valid token of our app, or null. `expires_at` 0 means that the token does not expire. */
function ownerOf(data: unknown, appId: string, now: Date): string | null {
  const { is_valid: isValid, app_id: app, type, user_id: userId, expires_at: expiresAt } = fieldsOf(data);
  const isAlive = expiresAt === 0 || (typeof expiresAt === "number" && expiresAt > now.getTime() / 1000);
  const isOurs = isValid === true && app === appId && type === "USER" && isAlive;
  return isOurs && isSubject(userId) ? userId : null;
}

function identityOf(subject: string, me: Record<string, unknown>): SocialIdentity {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(String(me["birthday"])) ?? [];
  return {
    provider: "facebook",
    subject,
    email: emailOf(me["email"]),
    isEmailVerified: false,
    firstname: nameOf(me["first_name"]),
    lastname: nameOf(me["last_name"]),
    birthday: dateOf(Number(year), Number(month), Number(day)),
  };
}
