import { createHash } from "node:crypto";
import { Hono, type Context } from "hono";
import type { GoogleSettings } from "../src/platform/settings/gateway-settings.server.ts";
import type { Faults } from "./faults.ts";
import type { Access, Grants } from "./grants.ts";
import type { IdentityKeys } from "./identity-keys.ts";
import type { Claims } from "./people.ts";
import { backTo, chosenPerson, consentPage, readRequest, refusedRequest } from "./log-in.tsx";
import { withFaults, type SandboxEnv } from "./with-faults.ts";

const LIFE_SECONDS = 3_599;
const SCOPE = `openid email profile ${["birthday", "gender"]
  .map((what) => `https://www.googleapis.com/auth/user.${what}.read`)
  .join(" ")}`;

type Google = { settings: GoogleSettings; grants: Grants; keys: IdentityKeys; now: () => Date };

export function googleRoutes(google: Google, faults: Faults) {
  const { settings, grants, keys, now } = google;
  const routes = new Hono<SandboxEnv>();
  routes.get("/o/oauth2/v2/auth", (c) => consentPage(c, "google", settings));
  routes.post("/o/oauth2/v2/auth", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const request = readRequest(form, settings);
    if ("problem" in request) return refusedRequest(c, "google", request.problem);
    const claims = chosenPerson(form);
    if (claims === null) return backTo(c, request, { error: "access_denied" });
    return backTo(c, request, { code: grants.code({ provider: "google", claims, ...request }), scope: SCOPE });
  });

  routes.use(withFaults(faults, "google"));
  routes.get("/oauth2/v3/certs", async (c) => c.json(await keys.keySet(), 200, { "Cache-Control": "max-age=21600" }));
  routes.post("/token", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const given = (name: string) => form.get(name) ?? "";
    if (given("client_id") !== settings.clientIds[0] || given("client_secret") !== settings.clientSecret)
      return c.json({ error: "invalid_client", error_description: "The OAuth client was not found." }, 401);
    const grant = grants.redeem("google", given("code"), given("client_id"), given("redirect_uri"));
    if (grant === null || given("grant_type") !== "authorization_code")
      return c.json({ error: "invalid_grant", error_description: "Bad Request" }, 400);
    const accessToken = grants.access("google", "ya29.", grant.claims, grant.clientId);
    return c.json({
      access_token: accessToken,
      expires_in: LIFE_SECONDS,
      scope: SCOPE,
      token_type: "Bearer",
      id_token: await identityToken(google, grant.claims, grant.clientId, grant.nonce, accessToken),
    });
  });
  routes.on(["GET", "POST"], "/tokeninfo", async (c) => {
    const form = c.req.method === "POST" ? new URLSearchParams(await c.req.text()) : null;
    const token = bearer(c) ?? c.req.query("access_token") ?? form?.get("access_token") ?? "";
    const access = grants.accessOf("google", token);
    if (access === null) return c.json({ error: "invalid_token", error_description: "Invalid Value" }, 400);
    return c.json(tokenInfo(access, now()));
  });
  routes.get("/v1/userinfo", (c) => {
    const access = grants.accessOf("google", bearer(c) ?? "");
    return access === null ? unauthorized(c) : c.json(profileOf(access.claims));
  });
  routes.get("/v1/people/me", (c) => {
    const access = grants.accessOf("google", bearer(c) ?? "");
    if (access === null) return unauthorized(c);
    const [year, month, day] = (access.claims.birthday ?? "").split("-").map(Number);
    const date = { year, month, day };
    const resourceName = `people/${access.claims.sub}`;
    if (access.claims.birthday === undefined) return c.json({ resourceName });
    return c.json({
      resourceName,
      birthdays: [{ metadata: { primary: true, source: { type: "ACCOUNT", id: access.claims.sub } }, date }],
    });
  });
  return routes;
}

/** What Google tells of a token, all as texts. */
function tokenInfo({ clientId, endsAt, claims }: Access, now: Date) {
  const { sub, email, email_verified: isVerified, azp, exp, scope } = claims;
  return {
    azp: azp ?? clientId,
    aud: clientId,
    sub,
    scope: scope ?? SCOPE,
    exp: String(typeof exp === "string" || typeof exp === "number" ? exp : Math.floor(endsAt / 1000)),
    expires_in: String(Math.floor((endsAt - now.getTime()) / 1000)),
    ...(email === undefined ? {} : { email, email_verified: String(isVerified === true) }),
    access_type: "online",
  };
}

async function identityToken(
  { keys, now }: Google,
  claims: Claims,
  clientId: string,
  nonce: string | null,
  access: string,
) {
  const iat = Math.floor(now().getTime() / 1000);
  return keys.sign({
    iss: "https://accounts.google.com",
    azp: clientId,
    aud: clientId,
    at_hash: createHash("sha256").update(access).digest().subarray(0, 16).toString("base64url"),
    iat,
    exp: iat + LIFE_SECONDS,
    ...(nonce === null ? {} : { nonce }),
    ...profileOf(claims),
  });
}

function profileOf({ sub, email, email_verified: isVerified, given_name: given, family_name: family, hd }: Claims) {
  return {
    sub,
    ...(given === undefined && family === undefined ? {} : { name: [given, family].filter(Boolean).join(" ") }),
    ...(given === undefined ? {} : { given_name: given }),
    ...(family === undefined ? {} : { family_name: family }),
    ...(email === undefined ? {} : { email, email_verified: isVerified }),
    ...(hd === undefined ? {} : { hd }),
  };
}

function bearer(c: Context): string | undefined {
  return /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1];
}

function unauthorized(c: Context) {
  return c.json({ error: { code: 401, message: "Invalid Credentials", status: "UNAUTHENTICATED" } }, 401);
}
