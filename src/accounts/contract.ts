import type { RefusalKind } from "../platform/refusal-kinds.ts";
import { z } from "zod";
import { isStorable } from "../platform/schema.ts";
import { PASSWORD_MIN, PHONE_INPUT_MAX, PSEUDO_MAX } from "./limits.ts";

/**
 * What comes in from forms and calls of sections 4 to 7, and the shapes of what verbs refuse. Every message is a key of the
 * catalogue (`messages/members-*.json`, `messages/account-*.json` and those of the rooms): the door puts it into the visitor's language. Browser-safe.
 */

export type MessageKey =
  | `members_${string}`
  | `account_${string}`
  | `enrollment_${string}`
  | `gifts_${string}`
  | `card_${string}`
  | `wallet_${string}`;

/** A field that is not as it should be; `key` is the field's name on the wire. */
export type Problem = { key: string; message: MessageKey };

/** What is refused as a whole (G165); `retryAfterSeconds` goes with 429 and 503. */
export type Refusal = {
  kind: RefusalKind;
  error: MessageKey;
  retryAfterSeconds?: number;
};
export type Refused = { problems: Problem[] } | { refusal: Refusal };

/** The refusal of whoever comes too often, with the seconds until there is room again. */
export function tooMany({ retryAfterSeconds }: { retryAfterSeconds: number }): { refusal: Refusal } {
  return { refusal: { kind: "rate_limited", error: "members_too_many", retryAfterSeconds } };
}

export const CHANNELS = ["CANAL_EMAIL", "CANAL_SMS", "CANAL_LETTER"] as const;
export type Channel = (typeof CHANNELS)[number];

const PASSWORD_MAX = 128;
export const PSEUDO_MIN = 3;
/** The picture itself; in base64 it is a third longer (G73). */
const AVATAR_BASE64_MAX = 7.5 * 1024 * 1024;
const ADDRESS_MAX = 2_048;
const TOKEN_MAX = 200;

/** What is missing is 'Champ obligatoire'; what is there and wrong is told as such. */
const requiredOr = (invalid: MessageKey) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null || issue.input === "" ? "members_required" : invalid;

const typed = (max: number, tooLong: MessageKey = "members_too_long") =>
  z
    .string({ error: requiredOr("members_invalid") })
    .max(max, { error: tooLong, abort: true })
    .refine(isStorable, { error: "members_invalid", abort: true });

const filled = (max: number, tooLong?: MessageKey) =>
  typed(max, tooLong).min(1, { error: "members_required", abort: true });

/** Lower-cased, because one address is one person (G71). */
export const emailAddress = typed(254, "members_email_invalid")
  .trim()
  .toLowerCase()
  .min(1, { error: "members_required", abort: true })
  .pipe(z.email({ error: "members_email_invalid" }));

/** A password to be set: the rule of section 5 (G54). The list of common ones is the verb's. */
export const newPassword = filled(PASSWORD_MAX, "members_password_too_long").refine(followsPasswordRule, {
  error: "members_password_rule",
});

/** True for at least 8 characters with one upper-case letter, one digit and one special character (section 5). */
export function followsPasswordRule(password: string): boolean {
  return (
    password.length >= PASSWORD_MIN &&
    /\p{Lu}/u.test(password) &&
    /\p{Nd}/u.test(password) &&
    /[^\p{L}\p{M}\p{N}\s]/u.test(password)
  );
}

/** Letters, their marks, hyphens, apostrophes and spaces; 1 to 60 (G69). */
export const personName = typed(200, "members_name_too_long")
  .trim()
  .min(1, { error: "members_required", abort: true })
  .refine((name) => name.length <= 60, { error: "members_name_too_long", abort: true })
  .regex(/^[\p{L}\p{M}][\p{L}\p{M}'’ -]*$/u, { error: "members_name_invalid" });

/** An ISO date that the calendar has. The age is the verb's, because it depends on the country (G68). */
const birthday = filled(20, "members_birthday_invalid").refine(isCalendarDay, { error: "members_birthday_invalid" });

function isCalendarDay(date: string): boolean {
  if (!/^(19|20)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(date)) return false;
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}

const civility = z.union([z.literal(0), z.literal(1)], { error: requiredOr("members_civility_invalid") });
const choice = z.boolean({ error: requiredOr("members_invalid") });
const address = filled(ADDRESS_MAX, "members_address_refused");
const token = filled(TOKEN_MAX, "members_invalid");
/** The site that a call comes from; null on a developer's own machine (G49). */
const origin = z
  .string({ error: "members_address_refused" })
  .max(ADDRESS_MAX, { error: "members_address_refused" })
  .nullish();
const source = z.literal("WEBSITE", { error: "members_invalid" }).optional();

/** POST /auth/login. A wrong password is told like an unknown address, so only what cannot be one at all is a problem. */
export const loginInput = z.object({
  email: emailAddress,
  password: filled(1_024, "members_password_too_long"),
  source,
  origin,
});
export type LoginInput = z.output<typeof loginInput>;

/** POST /auth/{provider}. For apple the token is the identity token and `nonce` what it must hold. */
export const socialLoginInput = z.object({
  access_token: filled(8_192, "members_invalid"),
  nonce: filled(TOKEN_MAX, "members_invalid").optional(),
  source,
  origin,
});

const identityFields = { civility_id: civility, lastname: personName, firstname: personName, birthday };
/** Step 1 of the registration. */
export const identityInput = z.object(identityFields);
export type IdentityInput = z.output<typeof identityInput>;

/** Real choices, off unless ticked (G60). */
export const optins = z.object(
  { CANAL_EMAIL: choice.default(false), CANAL_SMS: choice.default(false), CANAL_LETTER: choice.default(false) },
  { error: requiredOr("members_invalid") },
);
export type Optins = z.output<typeof optins>;

/** POST /users/web. */
export const registerInput = z.object({
  ...identityFields,
  email: emailAddress,
  password: newPassword,
  optins: optins.default({ CANAL_EMAIL: false, CANAL_SMS: false, CANAL_LETTER: false }),
  validation_callback_url: address,
});
export type RegisterInput = z.output<typeof registerInput>;

/**
 * POST /users/web after a provider's log-in that lacked something: `registration_token` stands for what the provider vouched for,
 * a password is not needed (G56, G57).
 */
export const socialRegisterInput = registerInput.extend({
  password: newPassword.optional(),
  registration_token: token,
});
export type SocialRegisterInput = z.output<typeof socialRegisterInput>;

/** POST /auth/link: the password of the account that a provider's log-in is to be linked to (G59). */
export const linkInput = z.object({ linking_token: token, password: filled(1_024, "members_password_too_long") });

/** POST /password/recover. */
export const recoverInput = z.object({ email: emailAddress, callback_url: address });

/** The link of a mail about a change of address. */
export const linkAnswerInput = z.object({ token });

/** POST /password/reset. */
export const resetInput = z.object({ token, password: newPassword });

/** POST /users/email-validation: sends the confirmation mail again (G174). */
export const emailValidationInput = z.object({ email: emailAddress, callback_url: address });

/** POST /users/email-confirmation. */
export const emailConfirmationInput = z.object({ token_validation_email: token });

/**
 * POST /otp/send. What the number is worth is judged by libphonenumber on the server (G66). Who has a verified number proves to be
 * its holder before another takes its place (G65): by `current_password`, or by a code that `purpose` leave_phone sends to it.
 */
export const otpSendInput = z.object({
  otp_type: z.literal("check", { error: requiredOr("members_invalid") }),
  device_type: z.literal("mobile", { error: requiredOr("members_invalid") }),
  device: filled(PHONE_INPUT_MAX, "members_phone_invalid"),
  purpose: z.enum(["verify_phone", "leave_phone"], { error: "members_invalid" }).default("verify_phone"),
  current_password: typed(1_024, "members_password_too_long").optional(),
});

/** POST /otp/verify. */
export const otpVerifyInput = z.object({
  device_token: token,
  otp: filled(20, "members_otp_wrong").regex(/^[0-9]{4}$/, { error: "members_otp_wrong" }),
});

/** PUT /users with the current and a new password, which is another one. An account without one sends none (G56). */
export const changePasswordInput = z
  .object({
    current_password: filled(1_024, "members_password_too_long"),
    password: newPassword,
  })
  .refine((given) => given.password !== given.current_password, {
    path: ["password"],
    error: "members_password_same" satisfies MessageKey,
  });

/** PUT /users with channels to change; what is not named stays (G62). */
export const optinsInput = z.object({
  optins: z
    .strictObject(
      { CANAL_EMAIL: choice.optional(), CANAL_SMS: choice.optional(), CANAL_LETTER: choice.optional() },
      { error: requiredOr("members_invalid") },
    )
    .refine((given) => Object.keys(given).length > 0, { error: "members_required" }),
});

/**
 * PUT /users with a nickname: 3 to 20 letters, digits, spaces and . _ - ', counted as they are kept, and none that is not seen, by which
 * one name would look like another (G72).
 */
export const pseudoInput = z.object({
  pseudo: typed(200, "members_pseudo_length")
    .trim()
    .normalize("NFC")
    .overwrite((name) => name.replaceAll(/ +/g, " "))
    .min(1, { error: "members_required", abort: true })
    .refine(hasPseudoLength, { error: "members_pseudo_length", abort: true })
    .regex(/^[\p{L}\p{M}\p{Nd}][\p{L}\p{M}\p{Nd}._'’ -]*$/u, { error: "members_pseudo_invalid", abort: true })
    .refine((name) => !/\p{Default_Ignorable_Code_Point}/u.test(name), { error: "members_pseudo_invalid" }),
});

function hasPseudoLength(name: string): boolean {
  const { length } = Array.from(name);
  return length >= PSEUDO_MIN && length <= PSEUDO_MAX;
}

/** PUT /users with a picture in base64, as a data URL or bare (G73). What it really is, the decoder says. */
export const avatarInput = z.object({
  avatar_base64: z
    .string({ error: requiredOr("members_invalid") })
    .min(1, { error: "members_required" })
    .max(AVATAR_BASE64_MAX, { error: "members_avatar_too_large" }),
});

/** All problems of a parsed input, the first of each field. */
export function problemsOf(error: z.core.$ZodError): Problem[] {
  const byField = new Map<string, MessageKey>();
  for (const issue of error.issues) {
    const key = issue.path.join(".");
    if (!byField.has(key)) byField.set(key, isMessageKey(issue.message) ? issue.message : "members_invalid");
  }
  return [...byField].map(([key, message]) => ({ key, message }));
}

function isMessageKey(message: string): message is MessageKey {
  return /^(members|account|enrollment)_[a-z0-9_]+$/.test(message);
}
