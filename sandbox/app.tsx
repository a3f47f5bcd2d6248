import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { sandboxWalletSettings, type SandboxWalletKeys } from "../src/platform/settings/sandbox-wallets.server.ts";
import { openApplePush } from "./apple-push.ts";
import { sandboxWebhookKey, type sandboxGatewaySettings } from "../src/platform/settings/sandbox-gateways.server.ts";
import { appleIdentityToken, appleRoutes } from "./apple.tsx";
import { exclusionRegisters } from "./exclusions.tsx";
import type { Deliver } from "./bank-notices.ts";
import { openBook, type Book } from "./book.ts";
import { cataloguePages } from "./catalogue/routes.tsx";
import { facebookRoutes } from "./facebook.ts";
import { openCasino } from "./casino.tsx";
import { faultOrder, openFaults, type Fault } from "./faults.ts";
import { openBank } from "./fintecture.tsx";
import { openGoogleWalletPlay } from "./google-wallet.tsx";
import { googleRoutes } from "./google.ts";
import { openGrants } from "./grants.ts";
import { openIdentityKeys } from "./identity-keys.ts";
import { openInbox, type Message } from "./inbox.ts";
import type { PaidJackpot } from "./jackpot-floor.ts";
import { openJournal } from "./journal.ts";
import { openNativeHost } from "./native-host.tsx";
import { ovhApi } from "./ovh.ts";
import { FaultsPage } from "./pages/faults-page.tsx";
import { JournalPage, LatestEvents } from "./pages/feed.tsx";
import type { Counts } from "./pages/frame.ts";
import { HomePage, StoryPage, type FloorProps } from "./pages/home-page.tsx";
import { MailPage, venueOfMail } from "./pages/mail-page.tsx";
import { SmsPage } from "./pages/sms-page.tsx";
import { WalletsPage } from "./pages/wallets-page.tsx";
import { SignInPage } from "./pages/sign-in-page.tsx";
import { claims, type Claims } from "./people.ts";
import { markupOf, page } from "./page.tsx";
import { boardOrders } from "./fault-board.ts";
import { noticeOrder, openNotices } from "./notices.ts";
import { openSmtp } from "./smtp.ts";
import { identityPages, isSettled, openIdentity, ubbleApi } from "./ubble.tsx";
import { storiesOf } from "./stories.ts";
import { venueInText, venueOfSite, VENUES, venueSheet } from "./venues.ts";
import type { SandboxEnv } from "./ways.ts";

type SandboxSettings = ReturnType<typeof sandboxGatewaySettings>;
type SandboxOptions = {
  settings: SandboxSettings;
  /** The sandbox's own address, and the URL scheme of the group's app. */
  url?: string;
  nativeScheme?: string;
  siteUrl: string;
  /** The keys with which the site signs passes. Without them there are no mobile wallets. */
  walletKeys?: SandboxWalletKeys;
  now?: () => Date;
  floor?: () => FloorProps;
  /** What the sandbox remembers over a restart: nothing, unless a book is given. */
  book?: Book;
  /** How webhooks reach the site: over the network, unless a test replaces it. */
  deliver?: Deliver;
};
export type Sandbox = ReturnType<typeof createSandbox>;

const vouching = z.object({ claims });

/**
 * The sandbox without its sockets: one HTTP app, the mail server and Apple's push server. Tests and the sandbox's own
 * process use it alike.
 */
export function createSandbox(options: SandboxOptions) {
  const { settings, siteUrl, now = () => new Date(), floor = emptyFloor } = options;
  const { url = "http://localhost:3100", nativeScheme = "belrive" } = options;
  const { book = openBook(null) } = options;
  const journal = openJournal(book, now);
  const faults = openFaults((provider, mode) =>
    journal.tell("fault_met", { facts: { provider, mode }, cause: `fault:${provider}` }),
  );
  const mails = openInbox({ book, name: "mail", arrived: tellOfMail });
  const texts = openInbox({
    book,
    name: "sms",
    arrived: ({ to, text }) => journal.tell("sms", { facts: { to }, venue: venueInText(text) }),
  });
  const grants = openGrants({ book, journal, now, newToken: () => randomBytes(24).toString("base64url") });
  const googleKeys = openIdentityKeys("sandbox-google");
  const appleKeys = openIdentityKeys("sandbox-apple");
  const apple = { settings: settings.apple, grants, keys: appleKeys, now };

  const bank = openBank(
    {
      url: options.url ?? settings.bank.playedAt,
      webhookUrl: `${siteUrl}/webhooks/fintecture`,
      book,
      journal,
      now,
      ...(options.deliver === undefined ? {} : { deliver: options.deliver }),
    },
    faults,
  );
  const push = openApplePush({ faults, book, journal, now });
  const { walletKeys } = options;
  const wallet =
    walletKeys === undefined
      ? null
      : openGoogleWalletPlay(
          {
            settings: sandboxWalletSettings({ url, pushPort: 0 }, walletKeys).googleWallet,
            publicKey: walletKeys.googlePublicKey,
            book,
            journal,
            now,
          },
          faults,
        );
  const identity = openIdentity({
    settings: settings.identity,
    signingKey: sandboxWebhookKey(),
    faults,
    book,
    journal,
    now,
    ...(options.deliver === undefined ? {} : { deliver: options.deliver }),
  });
  const registers = exclusionRegisters(settings.exclusions, { book, journal, faults });
  const notices = openNotices({ ...settings, keys: appleKeys, siteUrl, book, journal, now });
  const native = openNativeHost({ siteUrl, sandboxUrl: url, scheme: nativeScheme, book, journal, now });

  /** A mail that names a payment, such as its receipt, has the payment's cause. */
  function tellOfMail(mail: Message): void {
    const { to, subject, text } = mail;
    const venue = VENUES.find(({ slug }) => slug === venueOfMail(mail)) ?? null;
    journal.tell("mail", { facts: { to, subject }, cause: bank.causeIn(text), venue });
  }
  const counts = (): Counts => ({
    mail: mails.unread(),
    sms: texts.unread(),
    bank: bank.waiting(),
    identity: identity.verifications().filter(({ status }) => !isSettled(status)).length,
    faults: faults.list().length,
  });

  const app = new Hono<SandboxEnv>();
  app.use((c, next) => {
    const view = native.viewOf(c.req.header("host"));
    return view === null ? next() : Promise.resolve(view.fetch(c.req.raw, c.env));
  });
  app.use(async (c, next) => {
    await next();
    c.header("X-Content-Type-Options", "nosniff");
    if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
  });
  app.use((c, next) => {
    c.set("frame", { siteUrl, counts: counts(), now: now() });
    return next();
  });
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/", (c) => {
    const smtp = `${settings.mail.host}:${settings.mail.port}`;
    return page(c, <HomePage smtp={smtp} floor={floor()} events={journal.list()} />);
  });
  app.get("/stories/:key", (c) => {
    const story = storiesOf(siteUrl).find(({ key }) => key === c.req.param("key"));
    if (story === undefined) return c.text("There is no such story.", 404);
    return page(c, <StoryPage story={story} events={journal.list()} />);
  });
  app.get("/assets/venues.css", (c) => c.body(venueSheet, 200, { "Content-Type": "text/css" }));

  app.get("/api/journal", (c) => c.json(journal.list()));
  app.get("/journal", (c) => page(c, <JournalPage events={journal.list()} />));
  app.post("/journal", (c) => {
    journal.clear();
    return c.redirect("/journal", 303);
  });
  app.get("/journal/latest", (c) =>
    c.json({ counts: counts(), html: markupOf(c, <LatestEvents events={journal.list()} />) }),
  );

  app.get("/api/mail", (c) => c.json(mails.list(c.req.query("to"))));
  app.get("/api/sms", (c) => c.json(texts.list(c.req.query("to"))));
  app.get("/mail", (c) => {
    const found = foundMails(c.req.query());
    return page(c, <MailPage {...found} mail={found.messages[0]} isRead={mails.isRead} isOpen={false} />);
  });
  app.post("/mail/empty", (c) => {
    mails.empty();
    return c.redirect("/mail", 303);
  });
  app.get("/mail/:id", (c) => {
    const mail = mails.find(c.req.param("id"));
    if (mail === undefined) return c.text("There is no such mail.", 404);
    mails.see([mail.id]);
    c.set("frame", { ...c.get("frame"), counts: counts() });
    return page(c, <MailPage {...foundMails(c.req.query())} mail={mail} isRead={mails.isRead} isOpen />);
  });
  app.get("/mail/:id/html", (c) => {
    const html = mails.find(c.req.param("id"))?.html ?? null;
    if (html === null) return c.text("There is no such mail.", 404);
    return c.html(`<base target="_blank">${html}`, 200, { "Content-Security-Policy": MAIL_POLICY });
  });
  app.get("/sms", (c) => {
    const to = c.req.query("to") ?? "";
    const messages = texts.list(filter(to));
    texts.see(messages.map(({ id }) => id));
    c.set("frame", { ...c.get("frame"), counts: counts() });
    return page(c, <SmsPage messages={messages} to={to} />);
  });

  function foundMails({ q = "", to = "" }: Record<string, string>) {
    const query = q.trim() === "" ? to.trim() : q.trim();
    const wanted = query.toLowerCase();
    const isFound = ({ to: address, subject, from }: Message) =>
      [address, subject ?? "", from].some((text) => text.toLowerCase().includes(wanted));
    return { query, messages: mails.list(filter(to)).filter((mail) => q.trim() === "" || isFound(mail)) };
  }

  app.get("/api/faults", (c) => c.json(faults.list()));
  app.post("/api/faults", async (c) => {
    const order = faultOrder.safeParse(await c.req.json().catch(() => null));
    if (!order.success) return c.json({ error: z.prettifyError(order.error) }, 422);
    breakDown(order.data);
    return c.json(faults.list());
  });
  app.delete("/api/faults", (c) => {
    repair();
    return c.json(faults.list());
  });
  app.get("/faults", (c) => page(c, <FaultsPage faults={faults.list()} />));
  app.post("/faults", async (c) => {
    const form = Object.fromEntries(new URLSearchParams(await c.req.text()));
    const { do: wish, board, ...given } = form;
    const order = faultOrder.safeParse(given);
    if (wish === "repair") repair();
    else if (board !== undefined) setBoard(form);
    else if (order.success) breakDown(order.data);
    return c.redirect("/faults", 303);
  });

  function breakDown(fault: Fault): void {
    faults.set(fault);
    const { provider, mode } = fault;
    journal.tell("fault", { facts: { provider, mode }, cause: `fault:${provider}` });
  }
  function repair(): void {
    if (faults.list().length > 0) journal.tell("repair");
    faults.clear();
  }
  function setBoard(form: Record<string, string>): void {
    const { broken, mended } = boardOrders(form, faults.list());
    for (const provider of mended) faults.mend(provider);
    if (mended.length > 0 && faults.list().length === 0) journal.tell("repair");
    for (const fault of broken) breakDown(fault);
  }

  const tokens: Record<string, (granted: Claims) => string | Promise<string>> = {
    google: (granted) => grants.access("google", "ya29.", granted, granted.aud ?? settings.google.clientIds[0]),
    facebook: (granted) => grants.access("facebook", "EAA", granted, granted.aud ?? settings.facebook.appId),
    apple: (granted) => appleIdentityToken(apple, granted),
  };
  app.post("/api/social/:provider", async (c) => {
    const make = tokens[c.req.param("provider")];
    if (make === undefined) return c.json({ error: "There is no such provider." }, 404);
    const given = vouching.safeParse(await c.req.json().catch(() => null));
    if (!given.success) return c.json({ error: z.prettifyError(given.error) }, 422);
    return c.json({ token: await make(given.data.claims) });
  });
  app.get("/api/social/revocations", (c) => c.json(grants.revoked()));
  app.get("/api/social/notices", (c) => c.json(notices.list()));
  app.post("/api/social/:provider/notices", async (c) => {
    const given: unknown = await c.req.json().catch(() => null);
    const order = noticeOrder.safeParse({ ...Object(given), provider: c.req.param("provider") });
    if (!order.success) return c.json({ error: z.prettifyError(order.error) }, 422);
    return c.json(await notices.send(order.data));
  });
  app.get("/sign-in", (c) => {
    const happened = { people: grants.signedIn(), revoked: grants.revoked(), notices: notices.list() };
    return page(c, <SignInPage {...happened} />);
  });
  app.post("/sign-in/notices", async (c) => {
    const order = noticeOrder.safeParse(Object.fromEntries(new URLSearchParams(await c.req.text())));
    if (order.success) await notices.send(order.data);
    return c.redirect("/sign-in#notices", 303);
  });

  const passes = () => wallet?.list() ?? [];
  app.get("/wallets", (c) => page(c, <WalletsPage objects={passes()} pushes={push.list()} />));
  app.get("/api/wallets", (c) => c.json({ google: passes(), apple_pushes: push.list() }));
  if (wallet !== null) app.route("/google-wallet", wallet.routes);

  app.route("/", cataloguePages());
  app.route("/", native.pages);
  app.route("/", openCasino({ siteUrl, journal, now }));
  app.route("/ovh/1.0", ovhApi({ settings: settings.sms, siteUrl, now }, texts, faults));
  app.route("/google", googleRoutes({ settings: settings.google, grants, keys: googleKeys, now }, faults));
  app.route("/facebook", facebookRoutes({ settings: settings.facebook, grants, now }, faults));
  app.route("/apple", appleRoutes(apple, faults));
  app.route("/", identityPages(identity));
  app.route("/ubble", ubbleApi(identity, faults));
  app.route("/", registers.pages);
  app.route("/registers", registers.api);
  app.route("/fintecture", bank.api);
  app.route("/api/bank", bank.json);
  app.route("/", bank.pages);
  return {
    app,
    push,
    smtp: openSmtp(mails, faults, now),
    keys: { google: googleKeys, apple: appleKeys },
    jackpotPaid: ({ siteId, model, amount }: PaidJackpot) =>
      journal.tell("jackpot", { facts: { model, amount }, venue: venueOfSite(siteId) }),
  };
}

/** A mail is another's page: it runs no script and sends no form. Its pictures may come from anywhere. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src http: https: data:; " +
  "style-src 'unsafe-inline'; font-src http: https: data:; frame-ancestors 'self'";

function filter(to: string | undefined): string | undefined {
  return to?.trim() === "" ? undefined : to;
}

function emptyFloor(): FloorProps {
  return { megapot: "0.00", recent: [] };
}
