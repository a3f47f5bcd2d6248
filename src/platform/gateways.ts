import type { IdentityGateway } from "./gateways/identity.ts";
import type { ExclusionGateway } from "./gateways/exclusions.ts";
import type { CaptchaGateway } from "./gateways/captcha.ts";
import type { MailGateway, SmsGateway } from "./gateways/messages.ts";
import type { SocialProvider, SocialGateway } from "./gateways/social.ts";
import type { Banks } from "./gateways/bank.ts";
import type { ApplePassGateway, GoogleWalletGateway } from "./gateways/passes.ts";

/**
 * The outside services as verbs use them. Each has one adapter in `src/gateways/`, created by `app/world.server.ts`, that speaks the
 * provider's public protocol. Tests and the sandbox play the other side of the same protocol.
 */
export type Gateways = {
  mail: MailGateway;
  sms: SmsGateway;
  /** A provider is null if the installation has no settings for it; it is then not offered. */
  social: Record<SocialProvider, SocialGateway | null>;
  captcha: CaptchaGateway;
  bank: Banks;
  /** A gateway of passes is null if the installation has no settings for it; passes of that kind are then not offered. */
  passes: { apple: ApplePassGateway | null; google: GoogleWalletGateway | null };
  /** Null if the installation has no settings: nobody can enroll. */
  identity: IdentityGateway | null;
  /** Null if the installation has no settings: no person can be checked, so nobody is admitted. */
  exclusions: ExclusionGateway | null;
};
