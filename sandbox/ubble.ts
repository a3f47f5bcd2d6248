import { randomBytes } from "node:crypto";
import { Hono, type Context } from "hono";
import { z } from "zod";
import type { IdentitySettings } from "../src/platform/settings/gateway-settings.server.ts";
import type { Book } from "./book.ts";
import type { Journal } from "./journal.ts";
import { namesOf } from "./person-names.ts";
import { venueOfUrl } from "./venues.ts";
import { openIdentityWebhooks } from "./identity-webhooks.ts";
import { post, type Deliver } from "./webhooks.ts";
import { withFaults, type SandboxEnv } from "./with-faults.ts";
import { ANSWER_MODES, type Faults } from "./faults.ts";

const OUTCOMES = {
  opened: "capture_in_progress",
  processing: "checks_in_progress",
  approved: "approved",
  retry: "retry_required",
  declined: "declined",
  inconclusive: "inconclusive",
  refused: "refused",
  expired: "expired",
} as const;
export type Outcome = keyof typeof OUTCOMES;

/** The data on the document that a person shows. */
type Document = { firstname: string; lastname: string; birthday: string; number: string; birthname?: string };
export type Verification = {
  id: string;
  status: string;
  url: string;
  document: Document;
  /** How many of the provider's three checks are shown as done. */
  shown: number;
  redirectUrl: string;
  webhookUrl: string;
  attempts: { id: string; token: string; createdAt: Date; isOver: boolean }[];
  applicantId: string;
  createdAt: Date;
  isPurged: boolean;
};

const LIFE_MS = 15 * 60_000;
/** How many verifications survive a restart. */
const KEPT_ON_DISK = 500;
const SETTLED = new Set(["approved", "declined", "refused", "expired", "inconclusive"]);
export const isSettled = (status: string): boolean => SETTLED.has(status);
const LOGIN_REALM = { "WWW-Authenticate": "Basic" };

const text = z.string().trim().min(1).max(100);
const document = z
  .object({
    firstname: text,
    lastname: text,
    birthday: z.iso.date(),
    number: text,
    birthname: z
      .string()
      .trim()
      .max(100)
      .transform((name) => (name === "" ? undefined : name)),
  })
  .partial();
export const order = z.object({
  outcome: z.enum(Object.keys(OUTCOMES) as [Outcome, ...Outcome[]]),
  document: document.optional(),
});
const started = z.object({
  declared_data: z.object({ name: text, birth_date: z.iso.date().optional() }),
  redirect_url: z.url(),
  webhook_url: z.url(),
});

export type Identity = ReturnType<typeof openIdentity>;
type Options = {
  settings: IdentitySettings;
  /** PKCS 8 in PEM. */
  signingKey: string;
  faults: Faults;
  book: Book;
  journal: Journal;
  now: () => Date;
  /** How webhooks reach the site. Tests may replace it. */
  deliver?: Deliver;
};

/**
 * Ubble's version 2: an API with Basic authentication, pages for a person, signed webhooks at every step, and faults.
 */
export function openIdentity({ settings, signingKey, faults, book, journal, now, deliver = post }: Options) {
  const kept = book.part<Stored[]>("identity", () => verifications.slice(0, KEPT_ON_DISK));
  const verifications: Verification[] = (kept.stored ?? []).map(restored);
  const origin = new URL(settings.url).origin;
  const notify = openIdentityWebhooks({
    signingKey,
    deliver,
    newId: newToken,
    answered: (one, answer) => journal.tell("webhook", { facts: { provider: "identity", ...answer }, ...placeOf(one) }),
    now,
  });

  const find = (id: string) => verifications.find((one) => one.id === id);
  const living = (one: Verification) =>
    one.attempts.find(({ isOver, createdAt }) => !isOver && now().getTime() - createdAt.getTime() < LIFE_MS);

  function begin(given: z.output<typeof started>): Verification {
    const made = begun(given, now());
    verifications.unshift(made);
    addAttempt(made);
    tellOf(made);
    return made;
  }

  function addAttempt(one: Verification): void {
    const token = newToken();
    one.attempts.unshift({ id: `iatp_${newToken()}`, token, createdAt: now(), isOver: false });
    one.url = `${origin}/identity/${one.id}?attempt=${token}`;
    one.status = "pending";
    kept.save();
  }

  function tellOf(one: Verification): void {
    const { status, document: held } = one;
    journal.tell("identity", { facts: { status, name: `${held.firstname} ${held.lastname}`.trim() }, ...placeOf(one) });
  }

  function purge(one: Verification): void {
    one.isPurged = true;
    kept.save();
  }

  /** Sets an outcome and tells the site. */
  async function play(one: Verification, { outcome, document: edited }: z.output<typeof order>): Promise<void> {
    const known = Object.fromEntries(Object.entries(edited ?? {}).filter(([, value]) => value !== undefined));
    one.document = { ...one.document, ...known };
    one.shown = outcome === "processing" ? Math.min(3, one.shown + 1) : outcome === "approved" ? 3 : one.shown;
    one.status = OUTCOMES[outcome];
    if (SETTLED.has(one.status) || one.status === "retry_required")
      for (const attempt of one.attempts) attempt.isOver = true;
    kept.save();
    tellOf(one);
    await notify(one, faults.take("identity"));
  }

  return { verifications: () => verifications, find, living, begin, addAttempt, play, purge, settings };
}

/** A new verification, with a made-up document of the declared person. */
function begun({ declared_data: declared, ...urls }: z.output<typeof started>, at: Date): Verification {
  const number = `SB${newToken().slice(0, 7).toUpperCase()}`;
  const birthday = declared.birth_date ?? "1990-01-01";
  return {
    id: `idv_${newToken()}`,
    status: "pending",
    url: "",
    document: { ...namesOf(declared.name), birthday, number },
    shown: 0,
    redirectUrl: urls.redirect_url,
    webhookUrl: urls.webhook_url,
    attempts: [],
    applicantId: `aplt_${newToken()}`,
    createdAt: at,
    isPurged: false,
  };
}

function newToken(): string {
  return randomBytes(12).toString("hex");
}

/** A verification in JSON. */
type Stored = Omit<Verification, "createdAt" | "attempts"> & {
  createdAt: Date | string;
  attempts: (Omit<Verification["attempts"][number], "createdAt"> & { createdAt: Date | string })[];
};

function restored({ createdAt, attempts, ...one }: Stored): Verification {
  const made = attempts.map((attempt) => ({ ...attempt, createdAt: new Date(attempt.createdAt) }));
  return { ...one, createdAt: new Date(createdAt), attempts: made };
}

function placeOf(one: Verification) {
  return { cause: `identity:${one.id}`, venue: venueOfUrl(one.redirectUrl) };
}

/** The provider's API that adapters call. */
export function ubbleApi(identity: Identity, faults: Faults) {
  const routes = new Hono<SandboxEnv>();
  const { settings } = identity;
  const login = `Basic ${Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString("base64")}`;
  routes.use(withFaults(faults, "identity", ANSWER_MODES));
  routes.use(async (c, next) => {
    if (c.req.header("authorization") !== login) return c.json({ detail: "Unauthorized" }, 401, LOGIN_REALM);
    return next();
  });
  routes.post("/v2/create-and-start-idv", async (c) => {
    const parsed = started.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return c.json({ detail: z.prettifyError(parsed.error) }, 422);
    const made = identity.begin(parsed.data);
    return c.json(resourceOf(identity, made), 201);
  });
  routes.get("/v2/identity-verifications/:id", (c) => {
    const one = identity.find(c.req.param("id"));
    return one === undefined ? unknown(c) : c.json(resourceOf(identity, one));
  });
  routes.delete("/v2/identity-verifications/:id", (c) => {
    const one = identity.find(c.req.param("id"));
    if (one === undefined) return unknown(c);
    identity.purge(one);
    return c.body(null, 204);
  });
  routes.get("/v2/identity-verifications/:id/attempts", (c) => {
    const one = identity.find(c.req.param("id"));
    if (one === undefined) return unknown(c);
    return c.json({ data: one.attempts.map((attempt) => attemptOf(one, attempt, identity.living(one) === attempt)) });
  });
  routes.post("/v2/identity-verifications/:id/attempts", (c) => {
    const one = identity.find(c.req.param("id"));
    if (one === undefined) return unknown(c);
    const isOver = SETTLED.has(one.status) || one.status === "checks_in_progress";
    if (isOver || identity.living(one) !== undefined) return c.json({ detail: "An attempt is not possible" }, 409);
    identity.addAttempt(one);
    const [attempt] = one.attempts;
    return attempt === undefined ? unknown(c) : c.json(attemptOf(one, attempt, true), 201);
  });
  return routes;
}

function unknown(c: Context) {
  return c.json({ detail: "Not found" }, 404);
}

function attemptOf(one: Verification, attempt: Verification["attempts"][number], isLiving: boolean) {
  return {
    id: attempt.id,
    status: isLiving ? (one.status === "capture_in_progress" ? "capture_in_progress" : "pending") : "expired",
    created_on: attempt.createdAt.toISOString(),
    _links: isLiving ? { verification_url: { href: one.url } } : {},
  };
}

function resourceOf(identity: Identity, one: Verification) {
  const isDead = ["pending", "capture_in_progress"].includes(one.status) && identity.living(one) === undefined;
  const { document: held } = one;
  const name = `${held.firstname} ${held.lastname}`;
  const onDocument = {
    document_type: "Passport",
    document_issuing_country: "FRA",
    full_name: name,
    first_names: held.firstname,
    last_name: held.lastname,
    ...(held.birthname === undefined ? {} : { last_name_at_birth: held.birthname }),
    birth_date: held.birthday,
    document_number: held.number,
    document_expiry_date: "2033-12-31",
  };
  return {
    id: one.id,
    applicant_id: one.applicantId,
    status: isDead ? "expired" : one.status,
    response_codes: one.status === "approved" ? [{ code: 10000, summary: "approved" }] : [],
    created_on: one.createdAt.toISOString(),
    documents: one.isPurged || one.shown < 1 ? [] : [onDocument],
    ...(one.shown >= 2 ? { face: {} } : {}),
    ...(one.shown >= 3 ? { verified_identity: { full_name: name, birth_date: held.birthday } } : {}),
    _links: { verification_url: { href: one.url } },
  };
}
