import type { RefusalKind } from "../platform/refusal-kinds.ts";
import { z } from "zod";
import { isStorable } from "../platform/schema.ts";
import { isCalendarDay } from "../platform/time-zones.ts";
import { PASSWORD_RULE, PHONE_INPUT_MAX } from "./limits.ts";

/**
 * The schemas of the accounts' forms and API calls, and the shapes of refusals. Every message is a key of the catalogue
 * (`messages/members-*.json`, `messages/account-*.json` and those of other rooms); the caller translates it. Browser-safe.
 */

const MESSAGE_PREFIXES = ["members", "account", "enrollment", "gifts", "card", "wallet"] as const;
export type MessageKey = `${(typeof MESSAGE_PREFIXES)[number]}_${string}`;
const MESSAGE_KEY = new RegExp(`^(${MESSAGE_PREFIXES.join("|")})_[a-z0-9_]+$`);

/** A problem with one field; `key` is the field's name in the request. */
export type Problem = { key: string; message: MessageKey };

/** A refusal of the whole request. `retryAfterSeconds` goes with 429 and 503. */
export type Refusal = {
  kind: RefusalKind;
  error: MessageKey;
  retryAfterSeconds?: number;
  /** The code by which programs recognise the refusal. The API answers it in `error_details`, beside the sentence. */
  code?: "FRESH_LOGIN_REQUIRED";
};
export type Refused = { problems: Problem[] } | { refusal: Refusal };

/** The refusal of a caller who exceeded a limit, with the seconds until the next try. */
export function tooMany({ retryAfterSeconds }: { retryAfterSeconds: number }): { refusal: Refusal } {
  return { refusal: { kind: "rate_limited", error: "members_too_many", retryAfterSeconds } };
}

/** The refusal of a mailed link that has ended, was used, or is not ours. */
export const DEAD_LINK: { refusal: Refusal } = { refusal: { kind: "bad_request", error: "members_link_dead" } };

export const CHANNELS = ["CANAL_EMAIL", "CANAL_SMS", "CANAL_LETTER"] as const;
export type Channel = (typeof CHANNELS)[number];

const PASSWORD_MAX = 128;
export const PSEUDO_MIN = 3;
const ADDRESS_MAX = 2_048;
const TOKEN_MAX = 200;

/** A missing field is 'Champ obligatoire'; a present but wrong one gets its own message. */
export const requiredOr = (invalid: MessageKey) => (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null || issue.input === "" ? "members_required" : invalid;

export const typed = (max: number, tooLong: MessageKey = "members_too_long") =>
  z
    .string({ error: requiredOr("members_invalid") })
    .max(max, { error: tooLong, abort: true })
    .refine(isStorable, { error: "members_invalid", abort: true });

export const filled = (max: number, tooLong?: MessageKey) =>
  typed(max, tooLong).min(1, { error: "members_required", abort: true });

/** Lower-cased, because addresses are compared without case and are unique in the group. */
export const emailAddress = typed(254, "members_email_invalid")
  .trim()
  .toLowerCase()
  .min(1, { error: "members_required", abort: true })
  .pipe(z.email({ error: "members_email_invalid" }));

/** A new password that follows the password rule. The list of common passwords is checked on the server (`register.server.ts`). */
export const newPassword = filled(PASSWORD_MAX, "members_password_too_long")
  .refine((password) => Object.values(PASSWORD_RULE).every((isMet) => isMet(password)), {
    error: "members_password_rule",
  })
  .brand<"NewPassword">();

/** Letters, marks, hyphens, apostrophes and spaces; 1 to 60 characters. */
export const personName = typed(200, "members_name_too_long")
  .trim()
  .min(1, { error: "members_required", abort: true })
  .refine((name) => name.length <= 60, { error: "members_name_too_long", abort: true })
  .regex(/^[\p{L}\p{M}][\p{L}\p{M}'’ -]*$/u, { error: "members_name_invalid" });

/** A calendar date in ISO form. The age is checked on the server, because the minimum depends on the country. */
const birthday = filled(20, "members_birthday_invalid").refine((date) => isCalendarDay(date) && /^(19|20)/.test(date), {
  error: "members_birthday_invalid",
});

const civility = z.union([z.literal(0), z.literal(1)], { error: requiredOr("members_civility_invalid") });
export const choice = z.boolean({ error: requiredOr("members_invalid") });
const address = filled(ADDRESS_MAX, "members_address_refused");
const token = filled(TOKEN_MAX, "members_invalid");
/** The origin of the site that calls; null only on a developer's machine. */
const origin = z
  .string({ error: "members_address_refused" })
  .max(ADDRESS_MAX, { error: "members_address_refused" })
  .nullish();
const source = z.literal("WEBSITE", { error: "members_invalid" }).optional();

/**
 * POST /auth/login. A malformed address is a problem; a wrong password and an unknown address get the same answer
 * everywhere.
 */
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
export type SocialLoginInput = z.output<typeof socialLoginInput>;

const identityFields = { civility_id: civility, lastname: personName, firstname: personName, birthday };
/** Step 1 of the registration. */
export const identityInput = z.object(identityFields);
export type IdentityInput = z.output<typeof identityInput>;

/** Opt-ins are off unless the person ticks them: GDPR demands an active choice. */
const optins = z.object(
  { CANAL_EMAIL: choice.default(false), CANAL_SMS: choice.default(false), CANAL_LETTER: choice.default(false) },
  { error: requiredOr("members_invalid") },
);
export type Optins = z.output<typeof optins>;

/** POST /users/web with a password. */
const registerInput = z.object({
  ...identityFields,
  email: emailAddress,
  password: newPassword,
  optins: optins.default({ CANAL_EMAIL: false, CANAL_SMS: false, CANAL_LETTER: false }),
  validation_callback_url: address,
  registration_token: z.null().optional(),
});
export type RegisterInput = z.output<typeof registerInput>;

/**
 * POST /users/web after a social log-in. `registration_token` stands for what the provider vouched for. The password is optional,
 * because the person can log in with the provider.
 */
const socialRegisterInput = registerInput.extend({
  password: newPassword.optional(),
  registration_token: token,
});
export type SocialRegisterInput = z.output<typeof socialRegisterInput>;

/** POST /users/web: a `registration_token` continues a social log-in. */
export const registrationInput = z.union([socialRegisterInput, registerInput]);

/** The problems of the registration that is meant: with a `registration_token` or without. */
export function registrationProblems(given: unknown): Problem[] {
  const token: unknown = Object(given).registration_token;
  return problemsIn(token === undefined || token === null ? registerInput : socialRegisterInput, given);
}

/** POST /auth/link: links a social log-in to the account whose password is given. */
export const linkInput = z.object({ linking_token: token, password: filled(1_024, "members_password_too_long") });
export type LinkInput = z.output<typeof linkInput>;

/** POST /password/recover. */
export const recoverInput = z.object({ email: emailAddress, callback_url: address });
export type RecoverInput = z.output<typeof recoverInput>;

/** The answer to a link in a mail about a change of address. */
export const linkAnswerInput = z.object({ token });

/** POST /password/reset. */
export const resetInput = z.object({ token, password: newPassword });
export type ResetInput = z.output<typeof resetInput>;

/** POST /users/email-validation: sends the confirmation mail again. */
export const emailValidationInput = z.object({ email: emailAddress, callback_url: address });
export type EmailValidationInput = z.output<typeof emailValidationInput>;

/** POST /users/email-confirmation. */
export const emailConfirmationInput = z.object({ token_validation_email: token });
export type EmailConfirmationInput = z.output<typeof emailConfirmationInput>;

/** POST /otp/verify. */
export const otpVerifyInput = z.object({
  device_token: token,
  otp: filled(20, "members_otp_wrong").regex(/^[0-9]{4}$/, { error: "members_otp_wrong" }),
});
export type OtpVerifyInput = z.output<typeof otpVerifyInput>;

/**
 * POST /otp/send. The server checks the number with libphonenumber. A member who already has a verified number needs a fresh proof: from
 * POST /auth/fresh, or here by `current_password`, or by `device_token` and `otp` of a code that was sent to that number (`purpose`
 * leave_phone).
 */
export const otpSendInput = z.object({
  otp_type: z.literal("check", { error: requiredOr("members_invalid") }),
  device_type: z.literal("mobile", { error: requiredOr("members_invalid") }),
  device: filled(PHONE_INPUT_MAX, "members_phone_invalid"),
  purpose: z.enum(["verify_phone", "leave_phone", "fresh"], { error: "members_invalid" }).default("verify_phone"),
  current_password: typed(1_024, "members_password_too_long").optional(),
  ...otpVerifyInput.partial().shape,
});
export type OtpSendInput = z.output<typeof otpSendInput>;

const FRESH = {
  password: z.object({ password: filled(1_024, "members_password_too_long") }),
  code: otpVerifyInput,
  social: z.object({
    provider: z.enum(["google", "apple", "facebook"], { error: requiredOr("members_invalid") }),
    access_token: filled(8_192, "members_invalid"),
    nonce: filled(TOKEN_MAX, "members_invalid").optional(),
  }),
} as const;
/** POST /auth/fresh: the password, a code that was sent to the verified number, or a provider's token. */
export const freshInput = z.union([FRESH.password, FRESH.code, FRESH.social]);
export type FreshInput = z.output<typeof freshInput>;

/** The problems of the given proof. Its fields tell which of the three it is; without any it counts as a password. */
export function freshProblems(given: unknown): Problem[] {
  const has = (name: string) => Object.hasOwn(Object(given), name);
  const isCode = has("device_token") || has("otp");
  const isSocial = has("provider") || has("access_token");
  return problemsIn(FRESH[has("password") ? "password" : isCode ? "code" : isSocial ? "social" : "password"], given);
}

/** The data that a schema reads, or the first problem of each field. */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): { input: z.output<Schema> } | { problems: Problem[] } {
  const parsed = schema.safeParse(given);
  return parsed.success ? { input: parsed.data } : { problems: problemsOf(parsed.error) };
}

export function problemsIn(schema: z.ZodType, given: unknown): Problem[] {
  const read = readInput(schema, given);
  return "problems" in read ? read.problems : [];
}

/** The first problem of each field of a parsed input. */
export function problemsOf(error: z.core.$ZodError): Problem[] {
  const byField = new Map<string, MessageKey>();
  for (const issue of error.issues) {
    const key = issue.path.join(".");
    if (!byField.has(key)) byField.set(key, isMessageKey(issue.message) ? issue.message : "members_invalid");
  }
  return [...byField].map(([key, message]) => ({ key, message }));
}

function isMessageKey(message: string): message is MessageKey {
  return MESSAGE_KEY.test(message);
}
