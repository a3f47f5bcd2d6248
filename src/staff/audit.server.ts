import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Operator } from "./operator.ts";

/** A write of an operator: `subject` names the thing, `before` and `after` its state; null where it did not exist. */
export type AuditedWrite = {
  projectId: number | null;
  action: string;
  subject: string;
  before: object | null;
  after: object | null;
};

/** The operator of a session, or the one who scheduled a text that is published later. */
export type Author = Pick<Operator, "sessionId" | "name">;

/** Adds an entry to the audit trail in the transaction of the write, so that neither exists without the other. */
export async function audit(
  world: Pick<World, "now" | "uuid">,
  tx: Transaction,
  author: Author,
  { projectId, action, subject, before, after }: AuditedWrite,
): Promise<void> {
  await tx
    .insertInto("audit_entries")
    .values({
      id: world.uuid(),
      at: world.now(),
      session_id: author.sessionId,
      operator: author.name,
      project_id: projectId,
      action,
      subject,
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
    })
    .execute();
}
