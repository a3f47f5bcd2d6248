import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { bankProblems } from "./bank-settings.server.ts";
import { parseConfig, publicOrigin } from "./config.server.ts";

describe("the configuration", () => {
  it("starts with an empty environment: port 3000, the embedded database, the sandbox", () => {
    const parsed = parseConfig({});
    expect(parsed).toMatchObject({
      config: { port: 3000, databaseUrl: undefined, sandbox: { port: 3100, starts: true }, publicPort: 3000 },
    });
  });

  it("reports all problems at once, each with its variable's name", () => {
    const parsed = parseConfig({
      PORT: "99999",
      DATABASE_URL: "mysql://x",
      SANDBOX: "maybe",
      METRICS_TOKEN: "short",
      TRUSTED_PROXIES: "10.0.0.1, proxy",
    });
    expect("problems" in parsed && parsed.problems.map((problem) => problem.split(":")[0])).toEqual([
      "PORT",
      "DATABASE_URL",
      "SANDBOX",
      "TRUSTED_PROXIES",
      "METRICS_TOKEN",
    ]);
  });

  it("trusts loopback proxies with the sandbox, none without it, and the configured ones", () => {
    const proxies = (variables: Record<string, string>) => {
      const parsed = parseConfig(variables);
      return "config" in parsed ? parsed.config.trustedProxies : parsed.problems;
    };
    expect(proxies({})).toEqual(["127.0.0.1", "::1"]);
    expect(proxies({ SANDBOX: "off" })).toEqual([]);
    expect(proxies({ TRUSTED_PROXIES: "10.0.0.1, 10.0.0.2" })).toEqual(["10.0.0.1", "10.0.0.2"]);
  });

  it("uses a sandbox that is already running", () => {
    expect(parseConfig({ SANDBOX_URL: "http://localhost:3100/" })).toMatchObject({
      config: { sandbox: { url: "http://localhost:3100", starts: false } },
    });
  });

  const ALL_SERVICES = {
    SMTP_URL: "smtps://site:p%40ss@mail.example",
    OVH_SMS_SERVICE: "sms-ab12345-1",
    OVH_SMS_SENDER: "BELRIVE",
    OVH_APPLICATION_KEY: "key",
    OVH_APPLICATION_SECRET: "secret",
    OVH_CONSUMER_KEY: "consumer",
    GOOGLE_CLIENT_IDS: "web.apps.example, ios.apps.example",
    GOOGLE_CLIENT_SECRET: "secret",
    FACEBOOK_APP_ID: "123",
    FACEBOOK_APP_SECRET: "secret",
    APPLE_CLIENT_IDS: "example.web",
    APPLE_TEAM_ID: "TEAM000001",
    APPLE_KEY_ID: "KEY0000001",
    APPLE_PRIVATE_KEY: appleKey(),
  };

  function appleKey(): string {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    return privateKey.export({ type: "pkcs8", format: "pem" }).toString().replaceAll("\n", "\\n");
  }

  it("uses the sandbox for every service without settings of its own; its mail port is 25 higher", () => {
    expect(parseConfig({ SANDBOX_PORT: "4100" })).toMatchObject({
      config: {
        sandbox: { smtpPort: 4125 },
        gateways: {
          mail: { host: "localhost", port: 4125, security: "none" },
          sms: { url: "http://localhost:4100/ovh/1.0" },
          apple: { url: "http://localhost:4100/apple" },
        },
      },
    });
    expect(parseConfig({ SANDBOX_URL: "http://localhost:4100" })).toMatchObject({
      config: { gateways: { mail: { port: 4125 } } },
    });
    expect(parseConfig({ SANDBOX_PORT: "65535", SANDBOX_SMTP_PORT: "2525", ...onlyGoogle() })).toMatchObject({
      config: {
        gateways: {
          mail: { port: 2525 },
          google: {
            clientIds: ["web.apps.example", "ios.apps.example"],
            tokenUrl: "https://oauth2.googleapis.com/token",
          },
          facebook: { graphUrl: "http://localhost:65535/facebook/graph/v23.0" },
        },
      },
    });
  });

  function onlyGoogle() {
    const { GOOGLE_CLIENT_IDS, GOOGLE_CLIENT_SECRET } = ALL_SERVICES;
    return { GOOGLE_CLIENT_IDS, GOOGLE_CLIENT_SECRET };
  }

  it("offers without the sandbox only the configured services, at their real addresses", () => {
    expect(parseConfig({ SANDBOX: "off" })).toMatchObject({
      config: {
        gateways: {
          mail: null,
          sms: null,
          google: null,
          facebook: null,
          apple: null,
          identity: null,
          exclusions: null,
        },
      },
    });
    expect(parseConfig({ SANDBOX: "off", ...ALL_SERVICES })).toMatchObject({
      config: {
        gateways: {
          mail: { host: "mail.example", port: 465, security: "tls", login: { user: "site", password: "p@ss" } },
          sms: { url: "https://eu.api.ovh.com/1.0", sender: "BELRIVE" },
          facebook: { graphUrl: "https://graph.facebook.com/v23.0" },
          apple: { url: "https://appleid.apple.com", privateKey: expect.stringContaining("\n") },
        },
      },
    });
  });

  it("requires all settings of a service, and reports missing and wrong ones together", () => {
    const parsed = parseConfig({
      PORT: "99999",
      OVH_API_URL: "http://eu.api.ovh.com/1.0",
      OVH_SMS_SERVICE: "../me",
      GOOGLE_CLIENT_SECRET: "secret",
      GOOGLE_APPLICATION_CREDENTIALS: "of some other program",
      FACEBOOK_APP_ID: "ours",
      APPLE_CLIENT_IDS: "a,,b",
      APPLE_PRIVATE_KEY: "no key",
    });
    const named = "problems" in parsed ? parsed.problems.map((problem) => problem.split(":")[0]) : [];
    expect(named).toEqual([
      "PORT",
      "OVH_API_URL",
      "OVH_SMS_SERVICE",
      "OVH_SMS_SENDER",
      "OVH_APPLICATION_KEY",
      "OVH_APPLICATION_SECRET",
      "OVH_CONSUMER_KEY",
      "GOOGLE_CLIENT_IDS",
      "FACEBOOK_APP_ID",
      "FACEBOOK_APP_SECRET",
      "APPLE_CLIENT_IDS",
      "APPLE_TEAM_ID",
      "APPLE_KEY_ID",
      "APPLE_PRIVATE_KEY",
    ]);
  });

  /** The settings of one company's payment application. */
  const application = (company: string, id: string) => ({
    [`FINTECTURE_APP_ID_${company}`]: id,
    [`FINTECTURE_APP_SECRET_${company}`]: `secret of ${id}`,
    [`FINTECTURE_PRIVATE_KEY_${company}`]: BANK_KEY,
  });
  const BANK_KEY = generateKeyPairSync("rsa", { modulusLength: 2_048 })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();

  it("reads a payment application for each company, and reports what one lacks or shares with another", () => {
    const banks = (variables: Record<string, string>) => {
      const parsed = parseConfig({ SANDBOX: "off", ...variables });
      return "config" in parsed ? parsed.config.gateways.bank : parsed.problems;
    };
    const two = banks({ ...application("PORT_SERAC", "app-1"), ...application("VALOMBRE", "app-2") });
    expect(two).toMatchObject({ playedAt: null });
    expect("own" in two && [...two.own].map(([company, { appId, url }]) => [company, appId, url])).toEqual([
      ["port-serac", "app-1", "https://api.fintecture.com"],
      ["valombre", "app-2", "https://api.fintecture.com"],
    ]);
    expect(
      banks({
        ...application("PORT_SERAC", "app-1"),
        ...application("VALOMBRE", "app-1"),
        FINTECTURE_PREVIOUS_PRIVATE_KEY_VALOMBRE: "no key",
        FINTECTURE_APP_ID_AUBENAC: "app-3",
        FINTECTURE_APP_SECRET: "of all",
        FINTECTURE_LINK_HOSTS: "https://bank.example",
      }),
    ).toEqual([
      "FINTECTURE_LINK_HOSTS: must be hosts separated by commas",
      "FINTECTURE_PREVIOUS_PRIVATE_KEY_VALOMBRE: must be an RSA key in PEM (PKCS 8) of at least 2048 bits",
      "FINTECTURE_APP_SECRET_AUBENAC: is required when other settings of this application are set",
      "FINTECTURE_PRIVATE_KEY_AUBENAC: is required when other settings of this application are set",
      "FINTECTURE_APP_SECRET: must name its company, such as FINTECTURE_APP_SECRET_PORT_SERAC",
    ]);
    expect(banks({ ...application("PORT_SERAC", "app-1"), ...application("VALOMBRE", "app-1") })).toEqual([
      "FINTECTURE_APP_ID_VALOMBRE: is the application of another company",
    ]);
  });

  it("names venues with top-ups whose company has no payment application, or another than the venue names", () => {
    const venue = (name: string, key: string, named: string | null) => ({ name, company: { key, application: named } });
    const venues = [
      venue("Port-Sérac", "port-serac", "app-1"),
      venue("Valombre", "valombre", "app-2"),
      venue("Aubenac", "aubenac", null),
      venue("Cap Ferrand", "port-serac", null),
    ];
    const problems = (variables: Record<string, string>) => {
      const parsed = parseConfig(variables);
      return "config" in parsed ? bankProblems(parsed.config.gateways.bank, venues) : parsed.problems;
    };
    const real = { SANDBOX: "off", ...application("PORT_SERAC", "app-1"), ...application("VALOMBRE", "app-9") };
    expect(problems(real)).toEqual([
      "FINTECTURE_APP_ID_VALOMBRE: is app-9, but Valombre names the payment application app-2",
      "FINTECTURE_APP_ID_AUBENAC: is required, because Aubenac has top-ups (company aubenac)",
    ]);
    expect(problems({ ...real, SANDBOX: "on" })).toEqual([]);
  });

  it("always checks a mail server's certificate: no option in the address can disable it", () => {
    const mail = (url: string) => {
      const parsed = parseConfig({ SANDBOX: "off", SMTP_URL: url });
      return "config" in parsed ? parsed.config.gateways.mail?.security : "refused";
    };
    expect(mail("smtp://mail.example")).toBe("starttls");
    expect(mail("smtps://mail.example:8465")).toBe("tls");
    expect(mail("smtp://localhost:1025")).toBe("none");
    for (const url of [
      "smtps://mail.example?tls.rejectUnauthorized=false",
      "https://mail.example",
      "mail.example",
      "smtp://",
    ])
      expect(mail(url)).toBe("refused");
  });

  it("writes the port into public addresses only when it is not the scheme's default", () => {
    expect(publicOrigin({ publicScheme: "http", publicPort: 3000 }, "port-serac.localhost")).toBe(
      "http://port-serac.localhost:3000",
    );
    expect(publicOrigin({ publicScheme: "https", publicPort: undefined }, "casino.example")).toBe(
      "https://casino.example",
    );
    expect(publicOrigin({ publicScheme: "https", publicPort: 443 }, "casino.example")).toBe("https://casino.example");
  });
});
