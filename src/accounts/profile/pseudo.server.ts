import { isUniqueViolation } from "../../platform/database/errors.server.ts";
import type { World } from "../../platform/world.ts";
import { GROUP } from "../../venues/group.ts";
import type { Refused } from "../contract.ts";
import type { PseudoInput } from "./contract.ts";
import type { Member } from "../member.ts";

/** Names that could pass for the group's; compared without accents, spaces and punctuation. */
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
 * Changes the nickname (PUT /users). It is unique in the group, whatever its case. A reserved name is refused like a taken one.
 */
export async function changePseudo(
  world: World,
  member: Member,
  { pseudo }: PseudoInput,
): Promise<{ ok: true } | Refused> {
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

/** The form in which two nicknames are equal: compatibility forms, case and both apostrophes are folded, accents are not. */
function folded(pseudo: string): string {
  return pseudo.replaceAll("’", "'").normalize("NFKC").toUpperCase().toLowerCase().normalize("NFC");
}

function bare(name: string): string {
  return folded(name)
    .normalize("NFKD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}
