import type { Member } from "./member.ts";

/** The answer of POST /auth/introspect. */
export type Identity = {
  email: string;
  pseudo: string | null;
  wallet_key: string | null;
  avatar: string | null;
  firstname: string | null;
  lastname: string | null;
  birthday: string | null;
  playersplus_id: string | null;
  is_valid_email: boolean;
  is_valid_phone: boolean;
  customer_id: string;
  is_pplus: boolean;
  is_member: boolean;
  token: string | null;
};

/**
 * `token` is null for a caller with the cookie, because scripts must not hold the token. `is_member` is true with a loyalty id, or
 * with an enrollment that counts as one; `is_pplus` only with a loyalty id.
 */
export function identityOf(
  member: Member,
  { token, avatar, isMember }: { token: string | null; avatar: string | null; isMember: boolean },
): Identity {
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
