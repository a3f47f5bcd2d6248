import { inTransaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { allowedOptins, setConsents } from "../accounts.server.ts";
import { changeAvatar, type AvatarWorld } from "./avatar.server.ts";
import type { Optins, Refused } from "../contract.ts";
import type { ChangeInput, OptinsInput } from "./contract.ts";
import type { Member } from "../member.ts";
import { changePassword } from "../password/password.server.ts";
import { changePseudo } from "./pseudo.server.ts";
import { refusedToMember, type Visit } from "../visit.server.ts";

/** PUT /users: one change of the account. */
export async function changeAccount(
  world: AvatarWorld,
  visit: Visit,
  member: Member,
  change: ChangeInput,
): Promise<{ ok: unknown } | Refused> {
  const refusal = refusedToMember(world, visit, member);
  if (refusal !== null) return { refusal };
  if ("optins" in change) return changeOptins(world, visit, member, change);
  if ("pseudo" in change) return changePseudo(world, member, change);
  if ("avatar_base64" in change) return changeAvatar(world, member, change.avatar_base64);
  return changePassword(world, visit, member, change);
}

/** Sets the named channels, leaves the others, and records the history. In Belgium none can be turned on. */
export async function changeOptins(
  world: World,
  visit: Visit,
  member: Member,
  { optins }: OptinsInput,
): Promise<{ ok: true } | Refused> {
  const changes: Partial<Optins> = Object.fromEntries(
    Object.entries(optins).filter(([, value]) => value !== undefined),
  );
  await inTransaction(world.database, (tx) =>
    setConsents(world, tx, member.accountId, allowedOptins(visit.venue, changes), "account"),
  );
  return { ok: true };
}
