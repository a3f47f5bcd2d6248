import type { Member } from "./member.ts";

/** The user of section 3, "User identity", as POST /auth/introspect answers (G76, G173). */
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
 * `token` is null for whoever came with the cookie: a page's script never holds it (G42). `is_member` counts whoever has a
 * loyalty id, and whoever's enrollment is as good as one (G76).
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

/** Where a member's picture is served; unguessable, and another with every new picture. */
export function avatarPath(key: string): string {
  return `/media/avatars/${key}`;
}
