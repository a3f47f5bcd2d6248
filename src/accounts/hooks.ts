import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Member } from "./member.ts";

/** What the loyalty programme says of an account in the profile and the session. */
export type ProgrammeFacts = {
  /** Null where the account is linked to no membership. */
  membership: { cardNumber: string | null; cardType: string | null; homeSiteId: number } | null;
  enrollmentStatus: string;
  /** By the loyalty id, or by how far the enrollment is. */
  isMember: boolean;
};

/** What accounts need of the rooms that stand on them. */
export type AccountHooks = {
  programmeFacts: (world: World, member: Member) => Promise<ProgrammeFacts>;
  /** Somebody has logged in. */
  loggedIn: (world: World, member: Member) => Promise<unknown>;
  /** An account is being erased, in its transaction. */
  erasing: (world: World, tx: Transaction, accountId: string) => Promise<void>;
  /** Everything that the other rooms keep about a member, by the name of its file in the export. */
  records: ((world: World, member: Member) => Promise<Record<string, unknown>>)[];
};

declare module "../platform/hooks.ts" {
  interface Hooks {
    accounts: AccountHooks;
  }
}
