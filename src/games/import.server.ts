import type { z } from "zod";
import { sanitiseRich } from "../content/sanitise.server.ts";
import type { Transaction } from "../platform/database/database.server.ts";
import { GAME_KEYS, type importedGame } from "./contract.ts";

/** Replaces a venue's games by those of an import, in the order of display. */
export async function replaceGames(
  tx: Transaction,
  establishmentId: number,
  games: z.output<typeof importedGame>[],
): Promise<void> {
  await tx.deleteFrom("games").where("establishment_id", "=", establishmentId).execute();
  if (games.length === 0) return;
  await tx
    .insertInto("games")
    .values(
      games.map((game) => ({
        establishment_id: establishmentId,
        key: game.key,
        position: GAME_KEYS.indexOf(game.key),
        picture_key: game.picture,
        number: game.number,
        label: JSON.stringify(game.label),
        presentation:
          game.presentation === undefined
            ? null
            : JSON.stringify({ fr: sanitiseRich(game.presentation.fr), en: sanitiseRich(game.presentation.en) }),
        open_hour: game.open_hour ?? null,
        stake_min_minor: game.mise_min === undefined ? null : BigInt(game.mise_min),
        rules_url: game.rules_url ?? null,
      })),
    )
    .execute();
}
