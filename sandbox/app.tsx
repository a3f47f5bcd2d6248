import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { sandboxWalletSettings, type SandboxWalletKeys } from "../src/platform/sandbox-wallets.server.ts";
import { openApplePush } from "./apple-push.ts";
import { sandboxWebhookKey, type sandboxGatewaySettings } from "../src/platform/gateway-settings.server.ts";
import { appleIdentityToken, appleRoutes } from "./apple.tsx";
import { exclusionRegisters } from "./exclusions.tsx";
import type { Deliver } from "./bank-notices.ts";
import { cataloguePages } from "./catalogue/routes.tsx";
import { facebookRoutes } from "./facebook.ts";
import { openCasino } from "./casino.tsx";
import { faultOrder, openFaults } from "./faults.ts";
import { openBank } from "./fintecture.tsx";
import { openGoogleWalletPlay } from "./google-wallet.tsx";
import { googleRoutes } from "./google.ts";
import { openGrants } from "./grants.ts";
import { openIdentityKeys } from "./identity-keys.ts";
import { openInbox } from "./inbox.ts";
import { openNativeHost } from "./native-host.tsx";
import { ovhApi } from "./ovh.ts";
import { FaultsPage } from "./pages/faults-page.tsx";
import { HomePage, type FloorProps } from "./pages/home-page.tsx";
import { MailPage, OneMailPage, SmsPage } from "./pages/inbox-pages.tsx";
import { WalletsPage } from "./pages/wallets-page.tsx";
import { SignInPage } from "./pages/sign-in-page.tsx";
import { claims, type Claims } from "./people.ts";
import { page } from "./sign-in.tsx";
import { noticeOrder, openNotices } from "./notices.ts";
import { openSmtp } from "./smtp.ts";
import { identityPages, openIdentity, ubbleApi } from "./ubble.tsx";
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
  const faults = openFaults();
  const mails = openInbox();
  const texts = openInbox();
  const grants = openGrants(now, () => randomBytes(24).toString("base64url"));
  const googleKeys = openIdentityKeys("sandbox-google");
  const appleKeys = openIdentityKeys("sandbox-apple");
  const apple = { settings: settings.apple, grants, keys: appleKeys, now };

  const bank = openBank(
    {
      url: options.url ?? settings.bank.playedAt,
      webhookUrl: `${siteUrl}/webhooks/fintecture`,
      now,
      ...(options.deliver === undefined ? {} : { deliver: options.deliver }),
    },
    faults,
  );
  const push = openApplePush(faults, now);
  const { walletKeys } = options;
  const wallet =
    walletKeys === undefined
      ? null
      : openGoogleWalletPlay(
          {
            settings: sandboxWalletSettings({ url, pushPort: 0 }, walletKeys).googleWallet,
            publicKey: walletKeys.googlePublicKey,
            now,
          },
          faults,
        );
  const identity = openIdentity({
    settings: settings.identity,
    signingKey: sandboxWebhookKey(),
    faults,
    now,
    ...(options.deliver === undefined ? {} : { deliver: options.deliver }),
  });
  const registers = exclusionRegisters(settings.exclusions, faults);
  const notices = openNotices({ ...settings, keys: appleKeys, siteUrl, now });
  const native = openNativeHost({ siteUrl, sandboxUrl: url, scheme: nativeScheme, now });

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
  app.get("/healthz", (c) => c.text("ok"));
  app.get("/", (c) => {
    const counts = { mails: mails.list().length, texts: texts.list().length, faults: faults.list().length };
    const smtp = `${settings.mail.host}:${settings.mail.port}`;
    return page(c, <HomePage siteUrl={siteUrl} smtp={smtp} {...counts} floor={floor()} />);
  });

  app.get("/api/mail", (c) => c.json(mails.list(c.req.query("to"))));
  app.get("/api/sms", (c) => c.json(texts.list(c.req.query("to"))));
  app.get("/mail", (c) =>
    page(c, <MailPage messages={mails.list(filter(c.req.query("to")))} to={c.req.query("to") ?? ""} />),
  );
  app.get("/sms", (c) =>
    page(c, <SmsPage messages={texts.list(filter(c.req.query("to")))} to={c.req.query("to") ?? ""} />),
  );
  app.get("/mail/:id", (c) => {
    const mail = mails.find(c.req.param("id"));
    return mail === undefined ? c.text("There is no such mail.", 404) : page(c, <OneMailPage mail={mail} />);
  });

  app.get("/api/faults", (c) => c.json(faults.list()));
  app.post("/api/faults", async (c) => {
    const order = faultOrder.safeParse(await c.req.json().catch(() => null));
    if (!order.success) return c.json({ error: z.prettifyError(order.error) }, 422);
    faults.set(order.data);
    return c.json(faults.list());
  });
  app.delete("/api/faults", (c) => {
    faults.clear();
    return c.json(faults.list());
  });
  app.get("/faults", (c) => page(c, <FaultsPage faults={faults.list()} />));
  app.post("/faults", async (c) => {
    const form = [...new URLSearchParams(await c.req.text())].filter(([, value]) => value !== "");
    const { do: wish, ...given } = Object.fromEntries(form);
    const order = faultOrder.safeParse(given);
    if (wish === "repair") faults.clear();
    else if (order.success) faults.set(order.data);
    return c.redirect("/faults", 303);
  });

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
  app.route("/", openCasino({ siteUrl, now }));
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
  return { app, push, smtp: openSmtp(mails, faults, now), keys: { google: googleKeys, apple: appleKeys } };
}

function filter(to: string | undefined): string | undefined {
  return to?.trim() === "" ? undefined : to;
}

function emptyFloor(): FloorProps {
  return { megapot: "0.00", recent: [] };
}
