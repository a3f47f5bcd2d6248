import { createPublicKey, randomBytes, type KeyObject } from "node:crypto";
import { Hono } from "hono";
import { jwtVerify, type JWTPayload, type JWTVerifyOptions } from "jose";
import { sandboxPassSettings, type SandboxPassKeys } from "../src/platform/settings/sandbox-passes.server.ts";
import type { Book } from "./book.ts";
import type { Faults } from "./faults.ts";
import type { Journal } from "./journal.ts";
import { SavedPassPage } from "./pages/passes-page.tsx";
import { page } from "./page.tsx";
import { withFaults, type SandboxEnv } from "./with-faults.ts";

const LIFE_SECONDS = 3_599;
/** Google warns that longer tokens may not work in a link. */
const TOKEN_MAX = 1_800;

export type LoyaltyObject = {
  id: string;
  classId: string;
  state?: string;
  accountName?: string;
  accountId?: string;
  barcode?: { value: string; alternateText?: string };
  textModulesData?: { header: string; body: string }[];
};
type Stored = { classes: [string, object][]; objects: [string, LoyaltyObject][]; saved: string[] };
/** `keys` are the site's, `url` is the sandbox's address. */
type Wallet = { keys: SandboxPassKeys; url: string; book: Book; journal: Journal; now: () => Date };
/** How many passes survive a restart. */
const KEPT_ON_DISK = 1_000;

/**
 * Google Wallet: access tokens for the service account, classes and objects over REST, and the page that a signed
 * save link opens.
 */
export function openGoogleWalletPlay({ keys, url, book, journal, now }: Wallet, faults: Faults) {
  const { googleWallet: settings } = sandboxPassSettings({ url, pushPort: 0 }, keys);
  const key = createPublicKey(keys.googlePublicKey);
  const kept = book.part("google-wallet", (): Stored => ({
    classes: [...classes],
    objects: [...objects].slice(-KEPT_ON_DISK),
    saved: [...saved].slice(-KEPT_ON_DISK),
  }));
  const classes = new Map<string, object>(kept.stored?.classes);
  const objects = new Map<string, LoyaltyObject>(kept.stored?.objects);
  const saved = new Set<string>(kept.stored?.saved);
  const tokens = new Map<string, number>();
  const routes = new Hono<SandboxEnv>();

  function changed(did: "saved" | "made" | "changed", object: LoyaltyObject): void {
    kept.save();
    journal.tell("pass", { facts: { did, name: object.accountName ?? null } });
  }
  const read = (jwt: string, audience: string) =>
    claimsOf(jwt, key, { issuer: settings.serviceAccount, audience, currentDate: now() });

  routes.get("/gp/v/save/:jwt", async (c) => {
    const jwt = c.req.param("jwt");
    const claims = jwt.length > TOKEN_MAX ? null : await read(jwt, "google");
    const payload = claims?.["typ"] === "savetowallet" ? claims["payload"] : undefined;
    const named = (payload as { loyaltyObjects?: { id: string }[] } | undefined)?.loyaltyObjects ?? [];
    const object = objects.get(named[0]?.id ?? "");
    if (object === undefined) return page(c, <SavedPassPage object={null} />, 400);
    saved.add(object.id);
    changed("saved", object);
    return page(c, <SavedPassPage object={object} />);
  });

  routes.use(withFaults(faults, "wallets"));
  routes.post("/token", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const claims = await read(form.get("assertion") ?? "", settings.tokenUrl);
    if (claims === null) return c.json({ error: "invalid_grant", error_description: "Invalid JWT Signature." }, 400);
    const token = `ya29.c.${randomBytes(24).toString("base64url")}`;
    tokens.set(token, now().getTime() + LIFE_SECONDS * 1000);
    return c.json({ access_token: token, expires_in: LIFE_SECONDS, token_type: "Bearer" });
  });
  routes.use("/walletobjects/*", async (c, next) => {
    const token = /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
    if ((tokens.get(token) ?? 0) <= now().getTime())
      return c.json({ error: { code: 401, status: "UNAUTHENTICATED" } }, 401);
    return next();
  });
  addObjects(routes, { classes, objects, keep: kept.save, changed });
  return { routes, list: () => [...objects.values()].map((object) => ({ ...object, is_saved: saved.has(object.id) })) };
}

type Objects = {
  classes: Map<string, object>;
  objects: Map<string, LoyaltyObject>;
  keep: () => void;
  changed: (did: "made" | "changed", object: LoyaltyObject) => void;
};

/** The calls that create and change classes and objects. */
function addObjects(routes: Hono<SandboxEnv>, { classes, objects, keep, changed }: Objects): void {
  const api = "/walletobjects/v1";
  routes.post(`${api}/loyaltyClass`, async (c) => {
    const given = await c.req.json<{ id: string }>();
    if (classes.has(given.id)) return c.json({ error: { code: 409, status: "ALREADY_EXISTS" } }, 409);
    classes.set(given.id, given);
    keep();
    return c.json(given);
  });
  routes.post(`${api}/loyaltyObject`, async (c) => {
    const given = await c.req.json<LoyaltyObject>();
    if (!classes.has(given.classId)) return c.json({ error: { code: 400, status: "INVALID_ARGUMENT" } }, 400);
    if (objects.has(given.id)) return c.json({ error: { code: 409, status: "ALREADY_EXISTS" } }, 409);
    objects.set(given.id, given);
    changed("made", given);
    return c.json(given);
  });
  routes.patch(`${api}/loyaltyObject/:id`, async (c) => {
    const known = objects.get(c.req.param("id"));
    if (known === undefined) return c.json({ error: { code: 404, status: "NOT_FOUND" } }, 404);
    const patched = { ...known, ...(await c.req.json<LoyaltyObject>()) };
    objects.set(known.id, patched);
    changed("changed", patched);
    return c.json(patched);
  });
}

/** The claims of a token that the service account has signed, or null. */
async function claimsOf(jwt: string, key: KeyObject, expected: JWTVerifyOptions): Promise<JWTPayload | null> {
  try {
    return (await jwtVerify(jwt, key, { ...expected, algorithms: ["RS256"] })).payload;
  } catch {
    return null;
  }
}
