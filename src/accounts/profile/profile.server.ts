import { inTransaction } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { allowedOptins, setConsents } from "../accounts.server.ts";
import type { ChangeBody } from "./change-body.server.ts";
import { changeAvatar, changeAvatarFromBase64, type AvatarWorld } from "./avatar.server.ts";
import { optinsInput, problemsOf, type Optins, type Refused } from "../contract.ts";
import { isIncomplete, type Member } from "../member.ts";
import { changePassword } from "../password/password.server.ts";
import { ANOMALY } from "../phone/phone.server.ts";
import { changePseudo } from "./pseudo.server.ts";
import { accessRefusal, type Visit } from "../visit.server.ts";

/** The changes that one call can make, each with its fields. */
const INTENTS = {
  optins: ["optins"],
  password: ["current_password", "password"],
  pseudo: ["pseudo"],
  avatar: ["avatar_base64"],
} as const;
export type Intent = keyof typeof INTENTS;

/**
 * PUT /users: exactly one change a call; anything else in the body is 400. `ok` names the change, because each has its own answer.
 * `body` holds the call's fields, or the picture of a large body.
 */
export async function changeAccount(
  world: AvatarWorld,
  visit: Visit,
  member: Member,
  body: ChangeBody,
): Promise<{ ok: Intent } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  if (isIncomplete(member)) return ANOMALY;
  if ("picture" in body) return named("avatar", await changeAvatar(world, member, body.picture));
  const { value: input } = body;
  const intent = intentOf(input);
  if (intent === null) return { refusal: { kind: "bad_request", error: "members_mixed_change" } };
  const change = {
    optins: () => changeOptins(world, visit, member, input),
    password: () => changePassword(world, visit, member, input),
    pseudo: () => changePseudo(world, member, input),
    avatar: () => changeAvatarFromBase64(world, member, input),
  };
  return named(intent, await change[intent]());
}

function named(intent: Intent, changed: { ok: unknown } | Refused): { ok: Intent } | Refused {
  return "ok" in changed ? { ok: intent } : changed;
}

function intentOf(input: unknown): Intent | null {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return null;
  const fields = Object.keys(input);
  const fitting = (Object.keys(INTENTS) as Intent[]).filter((intent) => {
    const known: readonly string[] = INTENTS[intent];
    return fields.length > 0 && fields.every((field) => known.includes(field));
  });
  return fitting[0] ?? null;
}

/** Sets the named channels, leaves the others, and records the history. In Belgium none can be turned on. */
export async function changeOptins(
  world: World,
  visit: Visit,
  member: Member,
  input: unknown,
): Promise<{ ok: true } | Refused> {
  const parsed = optinsInput.safeParse(input);
  if (!parsed.success) return { problems: problemsOf(parsed.error) };
  const changes: Partial<Optins> = Object.fromEntries(
    Object.entries(parsed.data.optins).filter(([, value]) => value !== undefined),
  );
  await inTransaction(world.database, (tx) =>
    setConsents(world, tx, member.accountId, allowedOptins(visit.venue, changes), "account"),
  );
  return { ok: true };
}
