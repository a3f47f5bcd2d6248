import { z } from "zod";
import type { Member } from "./member.ts";

/** The answer of POST /auth/introspect. */
export const identityAnswer = z.object({
  user: z.object({
    email: z.string(),
    pseudo: z.string().nullable(),
    wallet_key: z.string().nullable(),
    avatar: z.string().nullable(),
    firstname: z.string().nullable(),
    lastname: z.string().nullable(),
    birthday: z.string().nullable(),
    playersplus_id: z.string().nullable(),
    is_valid_email: z.boolean(),
    is_valid_phone: z.boolean(),
    customer_id: z.string(),
    is_pplus: z.boolean(),
    is_member: z.boolean(),
    token: z.string().nullable(),
  }),
});

/**
 * `token` is null for a caller with the cookie, because scripts must not hold the token. `is_member` is true with a loyalty id, or
 * with an enrollment that counts as one; `is_pplus` only with a loyalty id.
 */
export function identityOf(
  member: Member,
  { token, avatar, isMember }: { token: string | null; avatar: string | null; isMember: boolean },
): z.infer<typeof identityAnswer>["user"] {
  return {
    email: member.email,
    pseudo: member.pseudo,
    wallet_key: member.walletKey,
    avatar,
    firstname: member.firstname,
    lastname: member.lastname,
    birthday: member.birthday,
    playersplus_id: member.playersPlusId,
    is_valid_email: member.isEmailValid,
    is_valid_phone: member.isPhoneValid,
    customer_id: member.customerId,
    is_pplus: member.playersPlusId !== null,
    is_member: isMember,
    token,
  };
}

/** The address of a member's picture. It cannot be guessed, and every new picture has a new one. */
export function avatarPath(key: string): string {
  return `/media/avatars/${key}`;
}
