import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { recordedBank, type RecordedBank } from "./bank.ts";
// oxlint-disable-next-line no-restricted-imports -- a test's world is made here, as the real one is in world.server.ts
import { openCaptcha } from "../../src/gateways/captcha.server.ts";
// oxlint-disable-next-line no-restricted-imports -- receipts are read as the real adapter reads them
import { openSms } from "../../src/gateways/sms.server.ts";
import { sandboxGatewaySettings } from "../../src/platform/gateway-settings.server.ts";
import type {
  Gateways,
  IdentityGateway,
  IdentityState,
  Mail,
  Sms,
  SocialEvent,
  SocialGateway,
  SocialIdentity,
  SocialProvider,
  WalletPass,
} from "../../src/platform/gateways.ts";

/** The outside world in memory: what was sent, and what the providers vouch for. */
export type RecordedGateways = Gateways & {
  bank: RecordedBank;
  mails: Mail[];
  texts: Sms[];
  /** Access that was ended at a provider. */
  revoked: { provider: SocialProvider; subject: string; refreshToken: string | null }[];
  /** Makes a token (or code) known; `nonce` is what an Apple token carries. What is not given is unknown to the provider. */
  vouch: (
    provider: SocialProvider,
    token: string,
    claims: Partial<SocialIdentity> & { subject: string; nonce?: string },
  ) => void;
  /** What a provider's notice says, by `${provider} ${notice}`; every other is not signed for us. */
  notices: Map<string, SocialEvent>;
  /** Editions that were signed for Apple's wallet, what was brought to Google's, and telephones that were told of a new edition. */
  signed: { pass: WalletPass; url: string; token: string }[];
  atGoogle: WalletPass[];
  pushed: string[];
  /** Push tokens whose telephone does not want to hear any more. */
  gonePhones: Set<string>;
  /** Numbers that the SMS provider will never take. */
  refusedNumbers: Set<string>;
  /** Addresses that no mail server knows. */
  bouncing: Set<string>;
  /** While a service is in here, every call to it throws; the exclusion register says "unknown". */
  down: Set<Service>;
  identities: RecordedIdentities;
  /** Persons whom every register names, by `lastname firstname birthday`; and what was asked. */
  excluded: Set<string>;
  asked: { source: string; lastname: string; firstname: string; birthday: string; purpose: string }[];
};

/** The identity provider in memory: what was begun, what it says of each verification, and how often it was asked. */
export type RecordedIdentities = {
  started: { verificationId: string; name: string; birthday: string; redirectUrl: string; webhookUrl: string }[];
  states: Map<string, IdentityState>;
  purged: string[];
  calls: number;
};
type Service = "mail" | "sms" | "identity" | "exclusions" | "apple-pass" | "google-wallet" | SocialProvider;

type Vouched = { identity: SocialIdentity; nonce: string | undefined };

/** Gateways that keep what they are given. The captcha is the real one with next to no work. */
export function recordedGateways(now: () => Date, random: (size: number) => Uint8Array): RecordedGateways {
  const down: RecordedGateways["down"] = new Set();
  const known = new Map<string, Vouched>();
  const recorded: Pick<
    RecordedGateways,
    | "mails"
    | "texts"
    | "revoked"
    | "notices"
    | "refusedNumbers"
    | "signed"
    | "atGoogle"
    | "pushed"
    | "gonePhones"
    | "bouncing"
  > = {
    signed: [],
    atGoogle: [],
    pushed: [],
    gonePhones: new Set(),
    mails: [],
    texts: [],
    revoked: [],
    notices: new Map(),
    refusedNumbers: new Set(),
    bouncing: new Set(),
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
    wallets: {
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
    captcha: openCaptcha({ secret: "0".repeat(64), now, random, work: { cost: 1, counterMin: 1, counterMax: 3 } }),
  };
}

/** The number that the provider in memory gives a message. */
export function messageIdOf({ id }: Pick<Sms, "id">): string {
  return String(Number.parseInt(id.replaceAll("-", "").slice(-12), 16));
}

/** No two nodes of a test are given the same verification. */
let verifications = 0;

/** A notice is JSON of `{id, verification}`, signed by the word "signed". */
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
    readNotice(signature, body) {
      if (signature !== "signed") return { refusal: "invalid" };
      try {
        const { id, verification } = JSON.parse(new TextDecoder().decode(body)) as Record<string, string>;
        const event = { id: id ?? "", kind: "told", verificationId: verification ?? null, sentAt: new Date(0) };
        return { event };
      } catch {
        return { refusal: "unreadable" };
      }
    },
  };
}

/** Does a challenge's work as the widget does, and gives the value of the `recaptcha` header. */
export async function solveCaptcha(challenge: object): Promise<string> {
  const given = challenge as Challenge;
  const solution = await solveChallenge({ challenge: given, deriveKey });
  return Buffer.from(JSON.stringify({ challenge: given, solution })).toString("base64");
}

const INVALID = { refusal: "invalid" } as const;
const NOBODY = { email: null, isEmailVerified: false, firstname: null, lastname: null, birthday: null };
