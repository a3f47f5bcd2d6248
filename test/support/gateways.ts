import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { recordedBank, type RecordedBank } from "./bank.ts";
// oxlint-disable-next-line no-restricted-imports -- this file builds a test's world, as world.server.ts builds the real one
import { openCaptcha } from "../../src/gateways/captcha.server.ts";
// oxlint-disable-next-line no-restricted-imports -- receipts are read by the real adapter
import { openSms } from "../../src/gateways/sms.server.ts";
import { sandboxGatewaySettings } from "../../src/platform/settings/sandbox-gateways.server.ts";
import type { Gateways } from "../../src/platform/gateways.ts";
import type { IdentityGateway, IdentityState } from "../../src/platform/gateways/identity.ts";
import type { Mail, Sms } from "../../src/platform/gateways/messages.ts";
import type { SocialEvent, SocialGateway, SocialIdentity, SocialProvider } from "../../src/platform/gateways/social.ts";
import type { ShownPass } from "../../src/platform/gateways/passes.ts";

/** The outside services in memory. They record what was sent and know what the providers vouch for. */
export type RecordedGateways = Gateways & {
  bank: RecordedBank;
  mails: Mail[];
  texts: Sms[];
  /** Access that was revoked at a provider. */
  revoked: { provider: SocialProvider; subject: string; refreshToken: string | null }[];
  /**
   * Makes a token (or code) known to the provider; `nonce` is the one inside an Apple token. All other tokens are
   * unknown.
   */
  vouch: (
    provider: SocialProvider,
    token: string,
    claims: Partial<SocialIdentity> & { subject: string; nonce?: string },
  ) => void;
  /** What each signed provider webhook says, by `${provider} ${notice}`. All others count as not signed for us. */
  notices: Map<string, SocialEvent>;
  /**
   * Passes signed for Apple Wallet, passes sent to Google Wallet, and push tokens of phones that were told of an
   * update.
   */
  signed: { pass: ShownPass; url: string; token: string }[];
  atGoogle: ShownPass[];
  pushed: string[];
  /** Push tokens of phones that have unregistered. */
  gonePhones: Set<string>;
  /** Numbers that the SMS provider refuses. */
  refusedNumbers: Set<string>;
  /** Addresses that bounce. */
  bouncing: Set<string>;
  /** Every call to a service in this set throws; the exclusion register answers "unknown" instead. */
  down: Set<Service>;
  identities: RecordedIdentities;
  /** Persons whom every register names, by `lastname firstname birthday`, and the checks that were made. */
  excluded: Set<string>;
  asked: { source: string; lastname: string; firstname: string; birthday: string; purpose: string }[];
};

/** The identity provider in memory: the verifications that were started, the state of each, and the number of calls. */
export type RecordedIdentities = {
  started: { verificationId: string; name: string; birthday: string; redirectUrl: string; webhookUrl: string }[];
  states: Map<string, IdentityState>;
  purged: string[];
  calls: number;
};
type Service = "mail" | "sms" | "identity" | "exclusions" | "apple-pass" | "google-wallet" | SocialProvider;

type ProviderLogIn = { identity: SocialIdentity; nonce: string | undefined };

/** Gateways that record what they are given. The captcha is the real one with minimal work. */
export function recordedGateways(now: () => Date, random: (size: number) => Uint8Array): RecordedGateways {
  const down: RecordedGateways["down"] = new Set();
  const known = new Map<string, ProviderLogIn>();
  const recorded = {
    signed: [] as RecordedGateways["signed"],
    atGoogle: [] as ShownPass[],
    pushed: [] as string[],
    gonePhones: new Set<string>(),
    mails: [] as Mail[],
    texts: [] as Sms[],
    revoked: [] as RecordedGateways["revoked"],
    notices: new Map<string, SocialEvent>(),
    refusedNumbers: new Set<string>(),
    bouncing: new Set<string>(),
  };
  const reach = (service: Service) => {
    if (down.has(service)) throw new Error(`${service} is down`);
  };
  const identities: RecordedIdentities = { started: [], states: new Map(), purged: [], calls: 0 };
  const receipts = openSms(sandboxGatewaySettings("http://provider.test", 0).sms, { now });
  const excluded: RecordedGateways["excluded"] = new Set();
  const asked: RecordedGateways["asked"] = [];
  const social = (provider: SocialProvider): SocialGateway => ({
    authorizeUrl: ({ redirectUri, state, nonce }) =>
      `https://${provider}.test/authorize?${new URLSearchParams({ redirect_uri: redirectUri, state, nonce })}`,
    async exchange(code) {
      reach(provider);
      return known.has(`${provider} ${code}`) ? { token: code, refreshToken: `refresh ${code}` } : INVALID;
    },
    async verify(token, nonce) {
      reach(provider);
      const vouched = known.get(`${provider} ${token}`);
      if (vouched === undefined) return INVALID;
      const isOurs = provider !== "apple" || (nonce !== null && nonce === vouched.nonce);
      return isOurs ? { identity: vouched.identity } : INVALID;
    },
    async readEvent(notice) {
      reach(provider);
      const event = recorded.notices.get(`${provider} ${notice}`);
      return event === undefined ? INVALID : { event };
    },
    async revoke(access) {
      reach(provider);
      recorded.revoked.push({ provider, ...access });
    },
  });
  return {
    ...recorded,
    down,
    identities,
    excluded,
    asked,
    identity: identityGateway(identities, () => reach("identity")),
    exclusions: {
      async check(source, person, purpose) {
        if (down.has("exclusions")) return "unknown";
        asked.push({ source, ...person, purpose });
        return excluded.has(`${person.lastname} ${person.firstname} ${person.birthday}`) ? "barred" : "clear";
      },
      async match(source, persons, purpose) {
        if (down.has("exclusions")) return persons.map(() => "unreached");
        return Promise.all(persons.map((person) => this.check(source, person, purpose)));
      },
    },
    vouch(provider, token, { nonce, ...claims }) {
      known.set(`${provider} ${token}`, { nonce, identity: { ...NOBODY, provider, ...claims } });
    },
    mail: {
      async send(mail) {
        reach("mail");
        if (recorded.bouncing.has(mail.to)) return "bounced";
        recorded.mails.push(mail);
        return "sent";
      },
    },
    sms: {
      async send(sms) {
        reach("sms");
        if (recorded.refusedNumbers.has(sms.to)) return "refused";
        recorded.texts.push(sms);
        return { messageId: messageIdOf(sms) };
      },
      readReceipt: (fields) => receipts.readReceipt(fields),
    },
    social: { google: social("google"), apple: social("apple"), facebook: social("facebook") },
    bank: recordedBank(),
    passes: {
      apple: {
        passTypeId: "pass.test.card",
        async sign(pass, service) {
          recorded.signed.push({ pass, ...service });
          return Buffer.from(JSON.stringify(pass));
        },
        async push(pushToken) {
          reach("apple-pass");
          if (recorded.gonePhones.has(pushToken)) return "gone";
          recorded.pushed.push(pushToken);
          return "sent";
        },
      },
      google: {
        saveUrl: "https://google.test/save/",
        async save(pass) {
          reach("google-wallet");
          recorded.atGoogle.push(pass);
          return `header.${pass.serial}.signature`;
        },
        async update(pass) {
          reach("google-wallet");
          recorded.atGoogle.push(pass);
        },
      },
    },
    captcha: openCaptcha({
      keys: () => ["0".repeat(64)],
      now,
      random,
      work: { cost: 1, counterMin: 1, counterMax: 3 },
    }),
  };
}

/** The message id that the SMS provider in memory assigns. */
export function messageIdOf({ id }: Pick<Sms, "id">): string {
  return String(Number.parseInt(id.replaceAll("-", "").slice(-12), 16));
}

/** A counter of the whole file, so that two nodes of a test never get the same verification. */
let verifications = 0;

/** A webhook is JSON of `{id, verification}`, signed with the word "signed". */
function identityGateway(recorded: RecordedIdentities, reach: () => void): IdentityGateway {
  const call = () => {
    recorded.calls += 1;
    reach();
  };
  return {
    isOwnLink: (link) => link.startsWith("https://identity.test/"),
    async start(given) {
      call();
      const verificationId = `idv_${(verifications += 1)}`;
      recorded.started.push({ verificationId, ...given });
      recorded.states.set(verificationId, { status: "created" });
      return { verificationId, link: `https://identity.test/${verificationId}` };
    },
    async tryAgain(verificationId) {
      call();
      const { status } = recorded.states.get(verificationId) ?? { status: "expired" };
      if (status !== "created" && status !== "opened") return null;
      return { link: `https://identity.test/${verificationId}/again`, isNew: true };
    },
    async read(verificationId) {
      call();
      return recorded.states.get(verificationId) ?? null;
    },
    async purge(verificationId) {
      call();
      recorded.purged.push(verificationId);
    },
    readWebhook(signature, body) {
      if (signature !== "signed") return { refusal: "invalid" };
      try {
        const { id, verification } = JSON.parse(new TextDecoder().decode(body)) as Record<string, string>;
        const event = { id: id ?? "", kind: "told", verificationId: verification ?? null, sentAt: new Date(0) };
        return { event };
      } catch {
        return { refusal: "malformed" };
      }
    },
  };
}

/** Solves a challenge as the page does. Returns the value of the `recaptcha` header. */
export async function solveCaptcha(challenge: object): Promise<string> {
  const given = challenge as Challenge;
  const solution = await solveChallenge({ challenge: given, deriveKey });
  return Buffer.from(JSON.stringify({ challenge: given, solution })).toString("base64");
}

const INVALID = { refusal: "invalid" } as const;
const NOBODY = { email: null, isEmailVerified: false, firstname: null, lastname: null, birthday: null };
