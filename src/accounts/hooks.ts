import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Member } from "./member.ts";

/** What the loyalty programme adds to the profile and the session. */
export type ProgrammeState = {
  /** Null where the account has no membership. */
  membership: { cardNumber: string | null; cardType: string | null; homeSiteId: number } | null;
  enrollmentStatus: string;
  /** True with a loyalty id, or once the enrollment has come far enough. */
  isMember: boolean;
};

/** What this room asks of the rooms below it. See platform/hooks.ts. */
export type AccountHooks = {
  programmeState: (world: World, member: Member) => Promise<ProgrammeState>;
  /** Called after a log-in. */
  loggedIn: (world: World, member: Member) => Promise<unknown>;
  /**
   * The names of the casinos that hold money of an account's member, or wait for a payment of theirs. While there is one the account is
   * not erased. Until the transaction ends, no till moves that money.
   */
  moneyLeft: (tx: Transaction, accountId: string) => Promise<string[]>;
  /** Called in the transaction that erases an account. */
  erasing: (world: World, tx: Transaction, accountId: string) => Promise<void>;
  /** What the other rooms store about a member, by the name of its file in the export. */
  records: ((world: World, member: Member) => Promise<Record<string, unknown>>)[];
};

declare module "../platform/hooks.ts" {
  interface Hooks {
    accounts: AccountHooks;
  }
}
