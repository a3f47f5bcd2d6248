import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { MailKind, MakePart } from "./requests.server.ts";

/** A mail that was sent, or never will be because the address takes none. */
export type EndedMail = { accountId: string; email: string; outcome: "sent" | "bounced" | "refused" };

/** What this room asks of the rooms below it. See platform/hooks.ts. */
export type MailHooks = {
  /** What answers each kind of request for a mail. */
  parts: Record<MailKind, MakePart>;
  /** Called in the transaction that notes the end of a mail to an account. */
  ended: (world: World, tx: Transaction, mail: EndedMail) => Promise<void>;
};

declare module "../platform/hooks.ts" {
  interface Hooks {
    mail: MailHooks;
  }
}
