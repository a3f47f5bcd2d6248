import { createPublicKey } from "node:crypto";
import { Hono } from "hono";
import { jwtVerify } from "jose";
import type { AppleSettings } from "../src/platform/settings/gateway-settings.server.ts";
import type { Faults } from "./faults.ts";
import type { Grants } from "./grants.ts";
import type { IdentityKeys } from "./identity-keys.ts";
import { FormPostPage } from "./pages/consent-page.tsx";
import type { Claims } from "./people.ts";
import { page } from "./page.tsx";
import { chosenPerson, consentPage, readRequest, refusedRequest } from "./log-in.tsx";
import { withFaults, type SandboxEnv } from "./with-faults.ts";

const ISSUER = "https://appleid.apple.com";
const LIFE_SECONDS = 86_400;

type Apple = { settings: AppleSettings; grants: Grants; keys: IdentityKeys; now: () => Date };

export function appleRoutes(apple: Apple, faults: Faults) {
  const { settings, grants, keys } = apple;
  const routes = new Hono<SandboxEnv>();
  const wanted = { clientIds: settings.clientIds, responseMode: "form_post" } as const;
  const named = new Set<string>();

  routes.get("/auth/authorize", (c) => consentPage(c, "apple", wanted));
  routes.post("/auth/authorize", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const request = readRequest(form, wanted);
    if ("problem" in request) return refusedRequest(c, "apple", request.problem);
    const { redirectUri, state } = request;
    const claims = chosenPerson(form);
    if (claims === null)
      return page(c, <FormPostPage action={redirectUri} fields={{ error: "user_cancelled_authorize", state }} />);
    // Apple sends the name only with the first authorization, unsigned and beside the token.
    const isFirst = !named.has(claims.sub);
    named.add(claims.sub);
    const code = grants.code({ provider: "apple", claims, ...request });
    const fields: Record<string, string> = { code, state };
    if (isFirst) fields["user"] = JSON.stringify(introduction(claims));
    return page(c, <FormPostPage action={redirectUri} fields={fields} />);
  });

  routes.use(withFaults(faults, "apple"));
  routes.get("/auth/keys", async (c) => c.json(await keys.keySet()));
  routes.post("/auth/token", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const given = (name: string) => form.get(name) ?? "";
    if (!(await isOurClient(apple, form))) return c.json({ error: "invalid_client" }, 400);
    const grant = grants.redeem("apple", given("code"), given("client_id"), given("redirect_uri"));
    if (grant === null || given("grant_type") !== "authorization_code") return c.json({ error: "invalid_grant" }, 400);
    return c.json({
      access_token: grants.access("apple", "a.", grant.claims, grant.clientId),
      token_type: "Bearer",
      expires_in: 3_600,
      refresh_token: grants.refresh("apple", grant.claims, grant.clientId),
      id_token: await appleIdentityToken(apple, {
        ...grant.claims,
        aud: grant.clientId,
        nonce: grant.nonce ?? undefined,
      }),
    });
  });
  routes.post("/auth/revoke", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    if (!(await isOurClient(apple, form))) return c.json({ error: "invalid_client" }, 400);
    grants.revokeRefresh("apple", form.get("token") ?? "");
    return c.body(null, 200);
  });
  return routes;
}

/** An identity token as Apple makes it: without name and birthday. Other claims are copied. */
export async function appleIdentityToken({ settings, keys, now }: Apple, claims: Claims): Promise<string> {
  const { given_name: _given, family_name: _family, birthday: _birthday, ...carried } = claims;
  const iat = Math.floor(now().getTime() / 1000);
  const isRelay = claims.email?.endsWith("@privaterelay.appleid.com") === true;
  return keys.sign({
    iss: ISSUER,
    aud: settings.clientIds[0],
    iat,
    exp: iat + LIFE_SECONDS,
    auth_time: iat,
    nonce_supported: true,
    ...(isRelay ? { is_private_email: true } : {}),
    ...carried,
  });
}

function introduction({ given_name: firstName = "", family_name: lastName = "", email }: Claims) {
  return { name: { firstName, lastName }, ...(email === undefined ? {} : { email }) };
}

/** Checks the client secret: a JWT signed with the team's key. */
async function isOurClient({ settings, now }: Apple, form: URLSearchParams): Promise<boolean> {
  const clientId = form.get("client_id") ?? "";
  if (!settings.clientIds.includes(clientId)) return false;
  try {
    const { protectedHeader } = await jwtVerify(form.get("client_secret") ?? "", createPublicKey(settings.privateKey), {
      algorithms: ["ES256"],
      issuer: settings.teamId,
      subject: clientId,
      audience: ISSUER,
      requiredClaims: ["exp", "iat"],
      currentDate: now(),
    });
    return protectedHeader.kid === settings.keyId;
  } catch {
    return false;
  }
}
