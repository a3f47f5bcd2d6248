import type { Optins } from "./contract.ts";
import type { GateState } from "./gates.ts";

/** The account behind a valid session. Browser-safe; holds no secret. */
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
  /** When this session's holder last proved who they are, after it was opened. */
  provedAt: Date | null;
};

/** True for an account without a first name, last name or birthday. An overlay covers its pages until support completes it. */
export function isIncomplete(member: Pick<Member, "firstname" | "lastname" | "birthday">): boolean {
  return member.firstname === null || member.lastname === null || member.birthday === null;
}

/** What the gates check, for a member or for nobody. */
export function gateStateOf(member: Member | null): GateState {
  return {
    isLoggedIn: member !== null,
    isEmailValid: member?.isEmailValid === true,
    isPhoneValid: member?.isPhoneValid === true,
    hasLoyaltyId: member !== null && member.playersPlusId !== null,
  };
}
