import { createHmac } from "node:crypto";
import { Hono, type Context } from "hono";
import type { FacebookSettings } from "../src/platform/settings/gateway-settings.server.ts";
import type { Faults } from "./faults.ts";
import type { Access, Grants } from "./grants.ts";
import type { Claims } from "./people.ts";
import { backTo, chosenPerson, consentPage, readRequest, refusedRequest } from "./log-in.tsx";
import { withFaults, type SandboxEnv } from "./with-faults.ts";

const LIFE_SECONDS = 5_183_944;
const SCOPES = ["public_profile", "email", "user_birthday", "user_gender"];
const VERSION = "/:version{v[0-9]+\\.[0-9]+}";

type Facebook = { settings: FacebookSettings; grants: Grants; now: () => Date };

export function facebookRoutes({ settings, grants, now }: Facebook, faults: Faults) {
  const routes = new Hono<SandboxEnv>();
  const wanted = { clientIds: [settings.appId] };
  const isApp = (token: string | undefined) => token === `${settings.appId}|${settings.appSecret}`;

  routes.get(`${VERSION}/dialog/oauth`, (c) => consentPage(c, "facebook", wanted));
  routes.post(`${VERSION}/dialog/oauth`, async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const request = readRequest(form, wanted);
    if ("problem" in request) return refusedRequest(c, "facebook", request.problem);
    const claims = chosenPerson(form);
    if (claims !== null) return backTo(c, request, { code: grants.code({ provider: "facebook", claims, ...request }) });
    return backTo(c, request, {
      error: "access_denied",
      error_code: "200",
      error_description: "Permissions error",
      error_reason: "user_denied",
    });
  });

  routes.use("/graph/*", withFaults(faults, "facebook"));
  routes.get(`/graph${VERSION}/oauth/access_token`, (c) => {
    const { client_id: id = "", client_secret: secret, redirect_uri: redirectUri = "", code = "" } = c.req.query();
    if (id !== settings.appId || secret !== settings.appSecret)
      return graphError(c, 1, "Error validating client secret.");
    const grant = grants.redeem("facebook", code, id, redirectUri);
    if (grant === null) return graphError(c, 100, "Invalid verification code format.");
    const token = grants.access("facebook", "EAA", grant.claims, id);
    return c.json({ access_token: token, token_type: "bearer", expires_in: LIFE_SECONDS });
  });
  routes.get(`/graph${VERSION}/debug_token`, (c) => {
    if (!isApp(c.req.query("access_token"))) return graphError(c, 190, "Invalid OAuth access token.");
    const access = grants.accessOf("facebook", c.req.query("input_token") ?? "");
    if (access === null)
      return c.json({
        data: { error: { code: 190, message: "Invalid OAuth access token." }, is_valid: false, scopes: [] },
      });
    return c.json({ data: debugData(access, now()) });
  });
  routes.get(`/graph${VERSION}/me`, (c) => {
    const token = c.req.query("access_token") ?? "";
    const access = grants.accessOf("facebook", token);
    if (access === null) return graphError(c, 190, "Invalid OAuth access token.");
    const proof = createHmac("sha256", settings.appSecret).update(token).digest("hex");
    if (c.req.query("appsecret_proof") !== proof)
      return graphError(c, 100, "Invalid appsecret_proof provided in the API argument");
    return c.json(profileOf(access.claims, (c.req.query("fields") ?? "id").split(",")));
  });
  routes.delete(`/graph${VERSION}/:userId/permissions`, (c) => {
    if (!isApp(c.req.query("access_token"))) return graphError(c, 190, "Invalid OAuth access token.");
    grants.revokeSubject("facebook", c.req.param("userId"));
    return c.json({ success: true });
  });
  return routes;
}

/** What Facebook tells of a token. */
function debugData({ clientId, endsAt, claims: { sub, exp, is_valid: isValid, type } }: Access, now: Date) {
  return {
    app_id: clientId,
    type: type ?? "USER",
    application: "Baize",
    data_access_expires_at: Math.floor(now.getTime() / 1000) + LIFE_SECONDS,
    expires_at: exp ?? Math.floor(endsAt / 1000),
    is_valid: isValid ?? true,
    scopes: SCOPES,
    user_id: sub,
  };
}

/** The known ones of the fields that the site asks for. */
function profileOf({ sub, given_name: first, family_name: last, email, birthday, me }: Claims, asked: string[]) {
  const [year, month, day] = (birthday ?? "").split("-");
  const known = {
    id: me ?? sub,
    first_name: first,
    last_name: last,
    email,
    birthday: birthday === undefined ? undefined : `${month}/${day}/${year}`,
  };
  return Object.fromEntries(
    Object.entries(known).filter(([name, value]) => value !== undefined && asked.includes(name)),
  );
}

function graphError(c: Context, code: number, message: string) {
  return c.json({ error: { message, type: "OAuthException", code } }, 400);
}
