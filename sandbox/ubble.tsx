import { createPrivateKey, randomBytes, sign } from "node:crypto";
import { Hono, type Context } from "hono";
import { z } from "zod";
import type { IdentitySettings } from "../src/platform/settings/gateway-settings.server.ts";
import type { Deliver } from "./bank-webhooks.ts";
import type { Book } from "./book.ts";
import type { Journal } from "./journal.ts";
import { namesOf } from "./person-names.ts";
import { venueOfUrl } from "./venues.ts";
import { withFaults, type SandboxEnv } from "./ways.ts";
import { ANSWER_MODES, type Fault, type Faults } from "./faults.ts";
import { IdentityListPage, JourneyPage } from "./pages/identity-page.tsx";
import { page } from "./page.tsx";

export const OUTCOMES = {
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
export type Document = { firstname: string; lastname: string; birthday: string; number: string; birthname?: string };
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
const order = z.object({
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
export function openIdentity({ settings, signingKey, faults, book, journal, now, deliver = fetch }: Options) {
  const key = createPrivateKey(signingKey);
  const kept = book.part<Stored[]>("identity", () => verifications.slice(0, KEPT_ON_DISK));
  const verifications: Verification[] = (kept.stored ?? []).map(restored);
  const tokens = () => randomBytes(12).toString("hex");
  let held: (() => void) | null = null;
  const origin = new URL(settings.url).origin;

  const find = (id: string) => verifications.find((one) => one.id === id);
  const living = (one: Verification) =>
    one.attempts.find(({ isOver, createdAt }) => !isOver && now().getTime() - createdAt.getTime() < LIFE_MS);

  function begin(given: z.output<typeof started>): Verification {
    const id = `idv_${tokens()}`;
    const number = `SB${tokens().slice(0, 7).toUpperCase()}`;
    const birthday = given.declared_data.birth_date ?? "1990-01-01";
    const made: Verification = {
      id,
      status: "pending",
      url: "",
      document: { ...namesOf(given.declared_data.name), birthday, number },
      shown: 0,
      redirectUrl: given.redirect_url,
      webhookUrl: given.webhook_url,
      attempts: [],
      applicantId: `aplt_${tokens()}`,
      createdAt: now(),
      isPurged: false,
    };
    verifications.unshift(made);
    addAttempt(made);
    tellOf(made);
    return made;
  }

  function addAttempt(one: Verification): void {
    const token = tokens();
    one.attempts.unshift({ id: `iatp_${tokens()}`, token, createdAt: now(), isOver: false });
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
    await tell(one, faults.take("identity"));
  }

  async function tell(one: Verification, fault: Fault | undefined): Promise<void> {
    if (fault?.mode === "down" || fault?.mode === "drop") return;
    const body = JSON.stringify(webhookOf(one, `evt_${tokens()}`, now()));
    const send = async () => {
      const time = String(Math.floor(now().getTime() / 1000));
      const signed = sign("sha512", Buffer.from(`${time}:${body}`), key).toString("base64");
      const headers = { "content-type": "application/json", "cko-signature": `${time}:1:${signed}` };
      const begun = performance.now();
      const { status } = await deliver(one.webhookUrl, { method: "POST", headers, body }).catch(() => ({ status: 0 }));
      const ms = Math.round(performance.now() - begun);
      journal.tell("webhook", { facts: { provider: "identity", status, ms }, ...placeOf(one) });
    };
    if (fault?.mode === "slow") return void setTimeout(() => void send(), fault.delay_ms).unref();
    if (fault?.mode === "reorder" && held === null) {
      const timer = setTimeout(() => held?.(), fault.delay_ms).unref();
      held = () => {
        clearTimeout(timer);
        held = null;
        void send();
      };
      return;
    }
    await send();
    if (fault?.mode === "duplicate") await send();
    held?.();
  }

  return { verifications: () => verifications, find, living, begin, addAttempt, play, purge, settings };
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

/** The body of a webhook: ids and the status, no personal data. */
function webhookOf(one: Verification, id: string, at: Date): object {
  const kinds: Record<string, string> = {
    pending: "identity_verification_pending",
    capture_in_progress: "identity_verification_capture_in_progress",
    checks_in_progress: "identity_verification_checks_in_progress",
    approved: "identity_verification_checks_completed",
    declined: "identity_verification_checks_completed",
    refused: "identity_verification_capture_refused",
    expired: "identity_verification_expired",
  };
  return {
    id,
    type: kinds[one.status] ?? "identity_verification_checks_inconclusive",
    version: "1.2.0",
    created_on: at.toISOString(),
    data: {
      applicant_id: one.applicantId,
      identity_verification_id: one.id,
      status: one.status,
      response_codes: one.status === "approved" ? [{ code: 10000, summary: "approved" }] : [],
    },
  };
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

/** For tests and people: the list, the outcome, and the provider's own pages. */
export function identityPages(identity: Identity) {
  const routes = new Hono<SandboxEnv>();
  const shown = (verification: Verification) => ({
    verification,
    verifications: identity.verifications(),
    isAlive: identity.living(verification) !== undefined,
  });
  routes.get("/api/identity", (c) =>
    c.json(identity.verifications().map(({ id, status, url }) => ({ id, status, url }))),
  );
  routes.post("/api/identity/:id", async (c) => {
    const one = identity.find(c.req.param("id"));
    if (one === undefined) return c.json({ error: "There is no such verification." }, 404);
    const parsed = order.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 422);
    await identity.play(one, parsed.data);
    return c.json({ id: one.id, status: one.status, url: one.url });
  });
  routes.get("/identity", (c) => page(c, <IdentityListPage verifications={identity.verifications()} />));
  routes.get("/identity/:id", async (c) => {
    const one = identity.find(c.req.param("id"));
    if (one === undefined) return c.text("There is no such verification.", 404);
    const isVisit = one.status === "pending" && identity.living(one)?.token === c.req.query("attempt");
    if (isVisit) await identity.play(one, { outcome: "opened" });
    return page(c, <JourneyPage {...shown(one)} />);
  });
  routes.post("/identity/:id", async (c) => {
    const one = identity.find(c.req.param("id"));
    if (one === undefined) return c.text("There is no such verification.", 404);
    const { outcome, ...edited } = Object.fromEntries(new URLSearchParams(await c.req.text()));
    const parsed = order.safeParse({ outcome, document: edited });
    if (!parsed.success) return page(c, <JourneyPage {...shown(one)} isRefused />, 400);
    await identity.play(one, parsed.data);
    return c.redirect(parsed.data.outcome === "processing" ? `/identity/${one.id}` : one.redirectUrl, 303);
  });
  return routes;
}
