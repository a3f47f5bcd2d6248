import { isUniqueViolation } from "../../platform/database/database.server.ts";
import type { World } from "../../platform/world.ts";
import { GROUP } from "../../venues/group.ts";
import { problemsOf, pseudoInput, type Refused } from "../contract.ts";
import type { Member } from "../member.ts";

/** Names that speak for the house; compared without marks, spaces and signs. */
const RESERVED = new Set(
  (
    "admin administrateur administrator administration moderateur moderator modo root system systeme support contact info " +
    "service serviceclient servicesclients customerservice help aide casino casinos croupier direction director directeur " +
    "manager staff equipe team operator operateur security securite police webmaster postmaster noreply bot robot null undefined " +
    "anonyme anonymous officiel official banque bank caisse jackpot megapot"
  ).split(" "),
);
const BRAND = bare(GROUP.brand);

/**
 * Changes the nickname (PUT /users, G72): one account a name, however it is written in capitals. A reserved name is told like one
 * that somebody has.
 */
export async function changePseudo(world: World, member: Member, input: unknown): Promise<{ ok: true } | Refused> {
  const parsed = pseudoInput.safeParse(input);
  if (!parsed.success) return { problems: problemsOf(parsed.error) };
  const { pseudo } = parsed.data;
  if (isReserved(pseudo)) return TAKEN;
  try {
    await world.database.db
      .updateTable("accounts")
      .set({ pseudo, pseudo_folded: folded(pseudo) })
      .where("id", "=", member.accountId)
      .execute();
    return { ok: true };
  } catch (error) {
    if (isUniqueViolation(error)) return TAKEN;
    throw error;
  }
}

const TAKEN: Refused = { problems: [{ key: "pseudo", message: "members_pseudo_taken" }] };

function isReserved(pseudo: string): boolean {
  const name = bare(pseudo);
  return name === "" || RESERVED.has(name) || name.includes(BRAND);
}

/** What two names are the same by: compatible forms, capitals and both apostrophes fall together, accents do not. */
function folded(pseudo: string): string {
  return pseudo.replaceAll("’", "'").normalize("NFKC").toUpperCase().toLowerCase().normalize("NFC");
}

function bare(name: string): string {
  return folded(name)
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
