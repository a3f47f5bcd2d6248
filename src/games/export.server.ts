import type { z } from "zod";
import type { GameKey, importedGame } from "./contract.ts";
import { gamesOf } from "./queries.server.ts";
import type { Db } from "../platform/database/database.server.ts";

/** A venue's games in their order of display, in the format of an import. */
export async function gamesFile(db: Db, establishmentId: number): Promise<z.input<typeof importedGame>[]> {
  const rows = await gamesOf(db, establishmentId);
  return rows.map((row) => ({
    key: row.key as GameKey,
    picture: row.picture_key,
    number: row.number,
    label: row.label,
    ...(row.presentation === null ? {} : { presentation: row.presentation }),
    ...(row.open_hour === null ? {} : { open_hour: row.open_hour }),
    ...(row.stake_min_minor === null ? {} : { mise_min: Number(row.stake_min_minor) / 100 }),
    ...(row.rules_url === null ? {} : { rules_url: row.rules_url }),
  }));
}
