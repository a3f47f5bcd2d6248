import type { Optins } from "./contract.ts";
import type { Standing } from "./gates.ts";

/** Who a request speaks for: the account behind a living session. Browser-safe; holds no secret. */
export type Member = {
  accountId: string;
  sessionId: string;
  sessionKind: "web" | "native" | "api";
  email: string;
  isEmailValid: boolean;
  /** E.164, verified. */
  mobilePhone: string | null;
  isPhoneValid: boolean;
  civilityId: number | null;
  lastname: string | null;
  firstname: string | null;
  /** ISO date. */
  birthday: string | null;
  pseudo: string | null;
  avatarKey: string | null;
  customerId: string;
  walletKey: string | null;
  playersPlusId: string | null;
  hasPassword: boolean;
  optins: Optins;
  deletionRequestedAt: Date | null;
};

/** The blocking anomaly of section 4: an account that misses part of its holder's identity. */
export function isBroken(member: Pick<Member, "firstname" | "lastname" | "birthday">): boolean {
  return member.firstname === null || member.lastname === null || member.birthday === null;
}

/** What the gates ask about a member, or about nobody. */
export function standingOf(member: Member | null): Standing {
  return {
    isLoggedIn: member !== null,
    isEmailValid: member?.isEmailValid === true,
    isPhoneValid: member?.isPhoneValid === true,
    hasLoyaltyId: member !== null && member.playersPlusId !== null,
  };
}
