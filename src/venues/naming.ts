import { GROUP } from "./group.ts";
import type { VenueNaming } from "./titles.ts";

type Named = { name: string; pasino: number; sub_name: string | null; preposition: VenueNaming["preposition"] };

/** The fields of a stored establishment that titles need. */
export function namingOf(row: Named): VenueNaming {
  return {
    name: row.name,
    pasino: row.pasino === 1 ? 1 : 0,
    sub_name: row.sub_name,
    preposition: row.preposition,
    alternativeWord: GROUP.alternativeVenueWord,
  };
}
