import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { isUniqueViolation } from "../../platform/database/errors.server.ts";
import type { World } from "../../platform/world.ts";
import { DEAD_LINK, linkAnswerInput, type Refused } from "../contract.ts";
import { endEmailChange } from "./change-end.server.ts";
import {
  lockChangingAccount,
  mayChange,
  noteAgreement,
  openChange,
  type ChangingAccount,
  type EmailChange,
} from "./change-queries.server.ts";
import { completeChange, auditEmailChange } from "./change-completion.server.ts";
import { mailSender } from "../../mail/sender.server.ts";
import { maskedEmail } from "./masked-address.ts";
import { peekToken, takeToken } from "../password/one-time-tokens.server.ts";
import { accessRefusal, type Visit } from "../visit.server.ts";

/** Which of the two addresses answers. */
export type Side = "new" | "old";
const PURPOSES = { new: "email_change_new", old: "email_change_old" } as const;

/** `waiting`: the other address has not agreed yet. */
export type Answered = { result: "waiting" | "changed" | "refused"; accountId: string };

const OVER: Refused = { refusal: { kind: "conflict", error: "members_email_change_over" } };

/** The new address, masked, that a valid link asks about; null for an invalid link. Does not use the link up. */
export async function addressAsked(world: World, side: Side, token: string): Promise<string | null> {
  const held = await peekToken(world, PURPOSES[side], token);
  if (held?.accountId == null) return null;
  const change = await openChange(world.database.db, held.accountId, world.now());
  return change === undefined ? null : maskedEmail(change.new_email);
}

/**
 * Agrees to a change of address by the link of a mail. The second agreement makes the change. It is refused with 409, and the change
 * ends, where the new address belongs to another account by now.
 */
export async function agreeToChange(
  world: World,
  visit: Visit,
  side: Side,
  input: unknown,
): Promise<{ ok: Answered } | Refused> {
  const sender = await mailSender(world, visit.venue);
  return answer(world, visit, side, input, async (tx, change, account) => {
    const at = world.now();
    const agreed = await noteAgreement(tx, change.id, side === "new" ? { new_agreed_at: at } : { old_agreed_at: at });
    await auditEmailChange(world, tx, change, account, "member.agree_email", { change: change.id, address: side });
    const result = await completeChange(world, tx, { change: agreed, account, sender });
    return result === "taken" ? OVER : { ok: { result, accountId: account.id } };
  });
}

/** 'It was not me', answered at the old address: ends the change and writes it into the audit trail. */
export function refuseChange(world: World, visit: Visit, input: unknown): Promise<{ ok: Answered } | Refused> {
  return answer(world, visit, "old", input, async (tx, change, account) => {
    await endEmailChange(world, tx, account.id, "refused");
    await auditEmailChange(world, tx, change, account, "member.refuse_email", { change: change.id });
    return { ok: { result: "refused", accountId: account.id } };
  });
}

type Answering = (
  tx: Transaction,
  change: EmailChange,
  account: ChangingAccount,
) => Promise<{ ok: Answered } | Refused>;

/** Uses a link up and acts on its change. Answers run one after the other: the account's row is locked before the token's. */
async function answer(
  world: World,
  visit: Visit,
  side: Side,
  input: unknown,
  act: Answering,
): Promise<{ ok: Answered } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  const parsed = linkAnswerInput.safeParse(input);
  const held = parsed.success ? await peekToken(world, PURPOSES[side], parsed.data.token) : null;
  const accountId = held?.accountId ?? null;
  if (!parsed.success || accountId === null) return DEAD_LINK;
  const carryOut = async (tx: Transaction): Promise<{ ok: Answered } | Refused> => {
    const account = await lockChangingAccount(tx, accountId);
    if (account === undefined || !mayChange(account)) return DEAD_LINK;
    const change = await openChange(tx, accountId, world.now());
    const taken = await takeToken(world, tx, PURPOSES[side], parsed.data.token);
    if (change === undefined || taken === null) return DEAD_LINK;
    return act(tx, change, account);
  };
  try {
    return await inTransaction(world.database, carryOut, { isRepeatable: true });
  } catch (error) {
    // The previous release confirms addresses without taking the lock, so the unique index may decide.
    if (isUniqueViolation(error)) return OVER;
    throw error;
  }
}
