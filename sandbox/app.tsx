import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import type { SandboxPassKeys } from "../src/platform/settings/sandbox-passes.server.ts";
import { openApplePush } from "./apple-push.ts";
import { sandboxWebhookKey, type sandboxGatewaySettings } from "../src/platform/settings/sandbox-gateways.server.ts";
import { appleIdentityToken, appleRoutes } from "./apple.tsx";
import { exclusionRegisters } from "./exclusions.tsx";
import type { Deliver } from "./webhooks.ts";
import { openBook, type Book } from "./book.ts";
import { cataloguePages } from "./catalogue/routes.tsx";
import { faultRoutes } from "./fault-routes.tsx";
import { facebookRoutes } from "./facebook.ts";
import { openCasino } from "./casino.tsx";
import { openFaults } from "./faults.ts";
import { openBank } from "./fintecture.tsx";
import { openGoogleWalletPlay } from "./google-wallet.tsx";
import { googleRoutes } from "./google.ts";
import { openGrants } from "./grants.ts";
import { openIdentityKeys } from "./identity-keys.ts";
import { inboxRoutes } from "./inbox-routes.tsx";
import { openInbox, type Message } from "./inbox.ts";
import type { PaidJackpot } from "./jackpot-floor.ts";
import { openJournal } from "./journal.ts";
import { openNativeHost } from "./native-host.tsx";
import { ovhApi } from "./ovh.ts";
import { JournalPage, LatestEvents } from "./pages/feed.tsx";
import type { Counts } from "./pages/frame.ts";
import { HomePage, StoryPage, type FloorProps } from "./pages/home-page.tsx";
import { venueOfMail } from "./pages/mail-page.tsx";
import { PassesPage } from "./pages/passes-page.tsx";
import type { Claims } from "./people.ts";
import { markupOf, page } from "./page.tsx";
import { openSocialWebhooks } from "./social-webhooks.ts";
import { logInRoutes } from "./log-in-routes.tsx";
import { openSmtp } from "./smtp.ts";
import { identityPages } from "./identity-routes.tsx";
import { isSettled, openIdentity, ubbleApi } from "./ubble.ts";
import { STORIES } from "./stories.ts";
import { venueInText, venueOfSite, VENUES, venueSheet } from "./venues.ts";
import type { SandboxEnv } from "./with-faults.ts";

type SandboxSettings = ReturnType<typeof sandboxGatewaySettings>;
type SandboxOptions = {
  settings: SandboxSettings;
  /** The sandbox's own address, and the URL scheme of the group's app. */
  url?: string;
  nativeScheme?: string;
  siteUrl: string;
  /** The keys with which the site signs passes. Without them there are no mobile wallets. */
  passKeys?: SandboxPassKeys;
  now?: () => Date;
  floor?: () => FloorProps;
  /** What the sandbox remembers over a restart: nothing, unless a book is given. */
  book?: Book;
  /** How webhooks reach the site: over the network, unless a test replaces it. */
  deliver?: Deliver;
};
export type Sandbox = ReturnType<typeof createSandbox>;

/**
 * The sandbox without its sockets: one HTTP app, the mail server and Apple's push server. Tests and the sandbox's own
 * process use it alike.
 */
export function createSandbox(options: SandboxOptions) {
  const services = openServices(options);
  const { mails, faults, push, googleKeys, appleKeys, journal, now } = services;
  const app = new Hono<SandboxEnv>();
  addFrame(app, options, services);
  addOwnPages(app, options, services);
  addServices(app, options, services);
  return {
    app,
    push,
    smtp: openSmtp(mails, faults, now),
    keys: { google: googleKeys, apple: appleKeys },
    jackpotPaid: ({ siteId, model, amount }: PaidJackpot) =>
      journal.tell("jackpot", { facts: { model, amount }, venue: venueOfSite(siteId) }),
  };
}

type Services = ReturnType<typeof openServices>;

/** What the sandbox plays, each with its own memory: inboxes, log-ins, the bank, the identity check, registers, mobile wallets. */
function openServices(options: SandboxOptions) {
  const { settings, siteUrl, book = openBook(null), now = () => new Date() } = options;
  const { url = "http://localhost:3100", nativeScheme = "belrive" } = options;
  const deliver = options.deliver === undefined ? {} : { deliver: options.deliver };
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
  const playedAt = options.url ?? settings.bank.playedAt;
  const webhookUrl = `${siteUrl}/webhooks/fintecture`;
  const bank = openBank({ url: playedAt, webhookUrl, book, journal, now, ...deliver }, faults);
  const identity = openIdentity({
    settings: settings.identity,
    signingKey: sandboxWebhookKey(),
    faults,
    book,
    journal,
    now,
    ...deliver,
  });
  const { passKeys } = options;
  const wallet =
    passKeys === undefined ? null : openGoogleWalletPlay({ keys: passKeys, url, book, journal, now }, faults);

  /** A mail that names a payment, such as its receipt, has the payment's cause. */
  function tellOfMail(mail: Message): void {
    const { to, subject, text } = mail;
    const venue = VENUES.find(({ slug }) => slug === venueOfMail(mail)) ?? null;
    journal.tell("mail", { facts: { to, subject }, cause: bank.causeIn(text), venue });
  }
  return {
    now,
    journal,
    faults,
    mails,
    texts,
    grants,
    googleKeys,
    appleKeys,
    bank,
    identity,
    wallet,
    push: openApplePush({ faults, book, journal, now }),
    registers: exclusionRegisters(settings.exclusions, { book, journal, faults }),
    socialWebhooks: openSocialWebhooks({ ...settings, keys: appleKeys, siteUrl, book, journal, now }),
    native: openNativeHost({ siteUrl, sandboxUrl: url, scheme: nativeScheme, book, journal, now }),
  };
}

/** What waits in each place of the menu. */
function countsOf({ mails, texts, bank, identity, faults }: Services): Counts {
  return {
    mail: mails.unread(),
    sms: texts.unread(),
    bank: bank.waiting(),
    identity: identity.verifications().filter(({ status }) => !isSettled(status)).length,
    faults: faults.list().length,
  };
}

/** What happens to every request: a venue's host is the native app's view, and each page gets its frame. */
function addFrame(app: Hono<SandboxEnv>, { siteUrl }: SandboxOptions, services: Services): void {
  const { native, now } = services;
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
    c.set("frame", { siteUrl, counts: countsOf(services), now: now() });
    return next();
  });
}

/** The sandbox's own pages: the stories, the journal, and everything in the menu that no service brings along. */
function addOwnPages(
  app: Hono<SandboxEnv>,
  { settings, floor = emptyFloor }: SandboxOptions,
  services: Services,
): void {
  const { journal, mails, texts, faults, wallet, push } = services;
  const counts = () => countsOf(services);
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/", (c) => {
    const smtp = `${settings.mail.host}:${settings.mail.port}`;
    return page(c, <HomePage smtp={smtp} floor={floor()} events={journal.list()} />);
  });
  app.get("/stories/:key", (c) => {
    const story = STORIES.find(({ key }) => key === c.req.param("key"));
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

  app.route("/", inboxRoutes({ mails, texts, counts }));
  app.route("/", faultRoutes({ faults, journal }));
  const passes = () => wallet?.list() ?? [];
  app.get("/wallets", (c) => page(c, <PassesPage objects={passes()} pushes={push.list()} />));
  app.get("/api/wallets", (c) => c.json({ google: passes(), apple_pushes: push.list() }));
  app.route("/", cataloguePages());
}

/** The services' APIs for the site, and their pages for people. */
function addServices(app: Hono<SandboxEnv>, { settings, siteUrl }: SandboxOptions, services: Services): void {
  const { now, journal, faults, texts, grants, googleKeys, appleKeys, bank, identity, registers } = services;
  const { wallet, native, socialWebhooks } = services;
  const apple = { settings: settings.apple, grants, keys: appleKeys, now };
  const tokens = {
    google: (granted: Claims) => grants.access("google", "ya29.", granted, granted.aud ?? settings.google.clientIds[0]),
    facebook: (granted: Claims) => grants.access("facebook", "EAA", granted, granted.aud ?? settings.facebook.appId),
    apple: (granted: Claims) => appleIdentityToken(apple, granted),
  };
  app.route("/", logInRoutes({ grants, webhooks: socialWebhooks, tokens }));
  if (wallet !== null) app.route("/google-wallet", wallet.routes);
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
}

function emptyFloor(): FloorProps {
  return { megapot: "0.00", recent: [] };
}
