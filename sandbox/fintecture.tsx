import { createHash, createPublicKey, createVerify, randomBytes, timingSafeEqual } from "node:crypto";
import { Hono, type Context } from "hono";
import { z } from "zod";
import type { BankSettings } from "../src/platform/settings/bank-settings.server.ts";
import { decimalOfMinor, minorOfDecimal } from "../src/platform/decimal.ts";
import { openBankApplications, type BankApplications } from "./bank-applications.ts";
import type { Book } from "./book.ts";
import type { Journal } from "./journal.ts";
import { venueOfUrl } from "./venues.ts";
import { isOver, openBankBook, readAmount, totalOf, type BankBook, type Refund, type Session } from "./bank-book.ts";
import { openBankWebhooks } from "./bank-webhooks.ts";
import type { Deliver } from "./webhooks.ts";
import { BankListPage } from "./pages/bank-pages.tsx";
import { payerPages } from "./bank-payer.tsx";
import { ANSWER_MODES, type Faults } from "./faults.ts";
import { page } from "./page.tsx";
import { withFaults, type SandboxEnv } from "./with-faults.ts";

const TOKEN_SECONDS = 3_600;
const NEEDED = ["(request-target)", "date", "digest", "x-request-id"];

const order = z.object({
  meta: z.object({ psu_name: z.string().min(1), psu_email: z.string().min(3), psu_phone: z.string().optional() }),
  data: z.object({
    type: z.literal("SEPA"),
    attributes: z.object({
      amount: z.string(),
      currency: z.literal("EUR"),
      communication: z.string().max(140),
      end_to_end_id: z.string().max(35),
    }),
  }),
});
const refundOrder = z.object({
  meta: z.object({ session_id: z.string() }),
  data: z.object({ attributes: z.object({ amount: z.string(), communication: z.string().max(140) }) }),
});
const outcomeOrder = z.object({
  outcome: z.enum(["paid", "pending", "cancelled", "failed", "expired"]),
  amount: z.union([z.number(), z.string()]).optional(),
  payer: z.string().min(1).max(200).optional(),
});

export type BankOptions = {
  url: string;
  webhookUrl: string;
  deliver?: Deliver;
  book: Book;
  journal: Journal;
  now: () => Date;
};

/** The bank: Fintecture's API for the site, pages for a payer, and a JSON API with which a test plays the payer. */
export function openBank(options: BankOptions, faults: Faults) {
  const { journal } = options;
  const applications = openBankApplications(options.url);
  const answered = (session: Session, { status, ms }: { status: number; ms: number }) =>
    journal.tell("webhook", { facts: { provider: "bank", status, ms }, ...placeOf(session) });
  const webhooks = openBankWebhooks({ ...options, answered, settingsOf: applications.settingsOf }, faults);
  const book = openBankBook(options.book, options.now, (session) => {
    const amount = decimalOfMinor(session.receivedMinor ?? session.orderedMinor);
    journal.tell("bank", { facts: { status: session.status, amount }, ...placeOf(session) });
    webhooks.tell(session);
  });
  return {
    /** The cause in the journal of the payment that a text names, such as the mail of a receipt. */
    causeIn(text: string): string | null {
      // A mail writes the beginning of the payment's id as its reference, such as B613-213C.
      const letters = lettersOf(text);
      const named = book.list().find(({ state }) => letters.includes(lettersOf(state).slice(0, 8)));
      return named === undefined ? null : placeOf(named).cause;
    },
    waiting: () => book.list().filter(({ status }) => !isOver(status)).length,
    api: bankApi(options, applications, book, faults),
    json: bankJson(options.url, applications, book),
    pages: payerPages(book, applications).get("/bank", (c) =>
      page(c, <BankListPage sessions={book.list()} applications={applications.list()} />),
    ),
  };
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll("-", "");
}

function placeOf(session: Session) {
  return { cause: `bank:${session.id}`, venue: venueOfUrl(session.returnUrl) };
}

/** A call is made by one application: the one whose token and signature it has. It sees no payment of another. */
type ApiEnv = { Bindings: SandboxEnv["Bindings"]; Variables: SandboxEnv["Variables"] & { application: string } };

function bankApi({ url, now, journal }: BankOptions, applications: BankApplications, book: BankBook, faults: Faults) {
  const routes = new Hono<ApiEnv>();
  const tokens = new Map<string, { application: string; until: number }>();
  routes.use(withFaults(faults, "bank", ANSWER_MODES));
  routes.post("/oauth/accesstoken", async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const settings = applications.settingsOf(form.get("app_id") ?? "");
    const wanted = `Basic ${Buffer.from(`${settings?.appId}:${settings?.appSecret}`).toString("base64")}`;
    if (settings === null || c.req.header("authorization") !== wanted) return refuse(c, 401, "invalid_client");
    if (form.get("grant_type") !== "client_credentials" || form.get("scope") !== "PIS")
      return refuse(c, 401, "invalid_client");
    const token = randomBytes(24).toString("base64url");
    tokens.set(token, { application: settings.appId, until: now().getTime() + TOKEN_SECONDS * 1000 });
    return c.json({ token_type: "bearer", access_token: token, expires_in: TOKEN_SECONDS });
  });
  routes.use("/pis/*", async (c, next) => {
    const token = tokens.get(/^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1] ?? "");
    const settings = token === undefined ? null : applications.settingsOf(token.application);
    if (token === undefined || settings === null || token.until <= now().getTime())
      return refuse(c, 401, "invalid_token");
    const problem = signatureProblem(settings, c, await c.req.text());
    if (problem !== null) return refuse(c, 401, problem);
    c.set("application", token.application);
    return next();
  });
  addPayments(routes, { url, journal, book });
  return routes;
}

/** The calls about payments and refunds, for the application that calls. */
function addPayments(
  routes: Hono<ApiEnv>,
  { url, journal, book }: Pick<BankOptions, "url" | "journal"> & { book: BankBook },
): void {
  routes.post("/pis/v2/connect", async (c) => {
    const given = order.safeParse(await c.req.json().catch(() => null));
    const { state = "", redirect_uri: returnUrl = "" } = c.req.query();
    const amount = given.success ? minorOfDecimal(given.data.data.attributes.amount) : null;
    if (!given.success || amount === null || amount === 0n || state === "" || !URL.canParse(returnUrl))
      return refuse(c, 400, "invalid_request");
    const { attributes } = given.data.data;
    const session = book.open({
      application: c.get("application"),
      state,
      returnUrl,
      orderedMinor: amount,
      currency: attributes.currency,
      communication: attributes.communication,
      endToEndId: attributes.end_to_end_id,
      payerName: given.data.meta.psu_name,
    });
    journal.tell("payment", { facts: { amount: decimalOfMinor(amount) }, ...placeOf(session) });
    return c.json({ meta: { session_id: session.id, url: `${url}/bank/${session.id}` } });
  });
  routes.get("/pis/v2/payments", (c) => {
    const { state, ...query } = c.req.query();
    const own = book.ofApplication(c.get("application"));
    const since = query["filter[created_at:gte]"] ?? "";
    const sessions =
      state === undefined
        ? pageOf(
            own.filter((session) => session.createdAt >= since),
            query,
          )
        : own.filter((session) => session.state === state);
    return c.json({ meta: {}, data: sessions.map(sessionBody) });
  });
  routes.get("/pis/v2/payments/:id", (c) => {
    const session = book.findOwn(c.get("application"), c.req.param("id"));
    return session === undefined ? refuse(c, 404, "unknown_session") : c.json(sessionBody(session));
  });
  routes.get("/pis/v2/payments/:id/refunds", (c) => {
    const session = book.findOwn(c.get("application"), c.req.param("id"));
    return c.json({ meta: {}, data: session === undefined ? [] : book.refundsOf(session.id).map(refundBody) });
  });
  routes.post("/pis/v2/refund", async (c) => {
    const given = refundOrder.safeParse(await c.req.json().catch(() => null));
    const session = given.success ? book.findOwn(c.get("application"), given.data.meta.session_id) : undefined;
    if (!given.success || session === undefined) return refuse(c, 404, "unknown_session");
    const { amount, communication } = given.data.data.attributes;
    const made = book.refund(session, minorOfDecimal(amount) ?? 0n, communication, c.req.query("state") ?? "");
    return made === null ? refuse(c, 400, "refund_exceeds_payment") : c.json(refundBody(made));
  });
}

function pageOf(sessions: Session[], query: Record<string, string>): Session[] {
  const size = Math.min(Number(query["page[size]"] ?? 20), 100);
  const first = (Number(query["page[number]"] ?? 1) - 1) * size;
  return sessions.slice(first, first + size);
}

/** GET /api/bank, GET /api/bank/applications and POST /api/bank/{session_id}. */
function bankJson(url: string, applications: BankApplications, book: BankBook) {
  const routes = new Hono<SandboxEnv>();
  const shown = (session: Session) => ({
    session_id: session.id,
    status: session.status,
    amount: Number(decimalOfMinor(session.orderedMinor)),
    url: `${url}/bank/${session.id}`,
    application: session.application,
    beneficiary: applications.find(session.application)?.beneficiary ?? null,
    state: session.state,
    communication: session.communication,
    end_to_end_id: session.endToEndId,
    received: session.receivedMinor === null ? null : Number(decimalOfMinor(session.receivedMinor)),
    refunded: Number(decimalOfMinor(totalOf(book.refundsOf(session.id)))),
  });
  routes.get("/", (c) => c.json(book.list().map(shown)));
  routes.get("/applications", (c) => c.json(applications.list()));
  routes.post("/:id", async (c) => {
    const session = book.find(c.req.param("id"));
    if (session === undefined) return c.json({ error: "There is no such payment." }, 404);
    const given = outcomeOrder.safeParse(await c.req.json().catch(() => null));
    if (!given.success) return c.json({ error: z.prettifyError(given.error) }, 422);
    const { outcome, amount, payer } = given.data;
    const minor = amount === undefined ? session.orderedMinor : readAmount(amount);
    if (minor === null) return c.json({ error: "The amount must be in euros, more than nothing." }, 422);
    if (payer !== undefined) session.payerName = payer;
    book.settle(session, outcome, minor);
    return c.json(shown(session));
  });
  return routes;
}

function sessionBody(session: Session) {
  const { receivedMinor: received, orderedMinor: ordered } = session;
  const isFinal = ["payment_created", "payment_cancelled", "payment_unsuccessful"].includes(session.status);
  return {
    meta: {
      session_id: session.id,
      status: session.status,
      state: session.state,
      phase: isFinal ? "final" : "intermediate",
      ...(received === null
        ? {}
        : { transfer_state: received === ordered ? "received" : received > ordered ? "overpaid" : "insufficient" }),
    },
    data: {
      type: "payments",
      attributes: {
        amount: decimalOfMinor(ordered),
        currency: session.currency,
        communication: session.communication,
        end_to_end_id: session.endToEndId,
        ...(received === null
          ? {}
          : { received_amount: decimalOfMinor(received), debtor: { name: session.payerName } }),
      },
    },
  };
}

function refundBody(refund: Refund) {
  return {
    meta: { session_id: refund.id, status: "refund_accepted", state: refund.state },
    data: { attributes: { amount: decimalOfMinor(refund.amountMinor), communication: refund.communication } },
  };
}

function signatureProblem(settings: BankSettings, c: Context, body: string): string | null {
  const digest = `SHA-256=${createHash("sha256").update(body).digest("base64")}`;
  if (!isSame(digest, c.req.header("digest") ?? "")) return "invalid_digest";
  const {
    headers = "",
    signature = "",
    keyId,
  } = Object.fromEntries(
    [...(c.req.header("signature") ?? "").matchAll(/([a-zA-Z]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  ) as Record<string, string>;
  const names = headers.split(" ");
  if (keyId !== settings.appId || !NEEDED.every((name) => names.includes(name))) return "invalid_signature";
  const address = new URL(c.req.url);
  const target = `${c.req.method.toLowerCase()} ${address.pathname}${address.search}`;
  const covered = names.map((name) => `${name}: ${name === NEEDED[0] ? target : (c.req.header(name) ?? "")}`);
  const isSigned = createVerify("RSA-SHA256")
    .update(covered.join("\n"))
    .verify(createPublicKey(settings.privateKeys[0]), signature, "base64");
  return isSigned ? null : "invalid_signature";
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function refuse(c: Context, status: 400 | 401 | 404, code: string) {
  return c.json({ status, errors: [{ code, title: code }] }, status);
}
