import { z } from "zod";
import { PSEUDO_MAX } from "../limits.ts";
import {
  type MessageKey,
  type Problem,
  PSEUDO_MIN,
  requiredOr,
  typed,
  filled,
  newPassword,
  choice,
  problemsIn,
} from "../contract.ts";

/** The size of the base64 text; the picture itself is a quarter smaller. */
const AVATAR_BASE64_MAX = 7.5 * 1024 * 1024;

/** PUT /users with the current password and a different new one. Without the current one it needs a fresh proof. */
export const changePasswordInput = z
  .strictObject({
    current_password: filled(1_024, "members_password_too_long").optional(),
    password: newPassword,
  })
  .refine((given) => given.password !== given.current_password, {
    path: ["password"],
    error: "members_password_same" satisfies MessageKey,
  });
export type ChangePasswordInput = z.output<typeof changePasswordInput>;

/** PUT /users with the channels to change; the others stay as they are. */
const optinsInput = z.strictObject({
  optins: z
    .strictObject(
      { CANAL_EMAIL: choice.optional(), CANAL_SMS: choice.optional(), CANAL_LETTER: choice.optional() },
      { error: requiredOr("members_invalid") },
    )
    .refine((given) => Object.keys(given).length > 0, { error: "members_required" }),
});
export type OptinsInput = z.output<typeof optinsInput>;

/**
 * PUT /users with a nickname: 3 to 20 letters, digits, spaces and . _ - ', counted in the normalised form in which it is stored.
 * Invisible characters are refused, because they make two different names look the same.
 */
export const pseudoInput = z.strictObject({
  pseudo: typed(200, "members_pseudo_length")
    .trim()
    .normalize("NFC")
    .overwrite((name) => name.replaceAll(/ +/g, " "))
    .min(1, { error: "members_required", abort: true })
    .refine(hasPseudoLength, { error: "members_pseudo_length", abort: true })
    .regex(/^[\p{L}\p{M}\p{Nd}][\p{L}\p{M}\p{Nd}._'’ -]*$/u, { error: "members_pseudo_invalid", abort: true })
    .refine((name) => !/\p{Default_Ignorable_Code_Point}/u.test(name), { error: "members_pseudo_invalid" }),
});
export type PseudoInput = z.output<typeof pseudoInput>;

function hasPseudoLength(name: string): boolean {
  const { length } = Array.from(name);
  return length >= PSEUDO_MIN && length <= PSEUDO_MAX;
}

/**
 * PUT /users with a picture in base64, bare or as a data URL; as bytes where a worker thread has decoded it already. The
 * decoder checks that it is a picture.
 */
const avatarInput = z.strictObject({
  avatar_base64: z
    .union(
      [
        z.string().min(1, { error: "members_required" }).max(AVATAR_BASE64_MAX, { error: "members_avatar_too_large" }),
        z.instanceof(Uint8Array),
      ],
      { error: requiredOr("members_invalid") },
    )
    .meta({ type: "string", description: "JPEG, PNG or WebP of at most 5 MiB in base64, bare or as a data URL" }),
});

const CHANGES = [optinsInput, changePasswordInput, pseudoInput, avatarInput] as const;
/** PUT /users: exactly one change. */
export const changeInput = z.union(CHANGES);
export type ChangeInput = z.output<typeof changeInput>;

/** The problems of the change that is meant; null for fields of none or of several. */
export function changeProblems(given: unknown): Problem[] | null {
  const fields = Object.keys(Object(given));
  const meant = CHANGES.find(({ shape }) => fields.length > 0 && fields.every((field) => Object.hasOwn(shape, field)));
  return meant === undefined ? null : problemsIn(meant, given);
}
