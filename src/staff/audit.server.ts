import type { Transaction } from "../platform/database/database.server.ts";
import type { World } from "../platform/world.ts";
import type { Operator } from "./operator.ts";

/** What an operator did: `subject` names the thing, `before` and `after` what stood there; null where nothing did. */
export type AuditedWrite = {
  projectId: number | null;
  action: string;
  subject: string;
  before: object | null;
  after: object | null;
};

/** Who did it: an operator in a session, or one whose order is carried out later. */
export type Author = Pick<Operator, "sessionId" | "name">;

/** Writes down an operator's write in its own transaction: neither exists without the other (G164). */
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
