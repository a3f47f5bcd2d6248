import { floorKeys } from "../floor/keys-command.server.ts";
import { demoCommand } from "../venue-file/demo.server.ts";
import type { CommandResult } from "../platform/commands.server.ts";
import { rotateSecrets } from "../platform/secrets-rotation.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";
import { SEALED_COLUMNS } from "./sealed-columns.ts";

type Command = (world: World, table: VenueTable, args: string[]) => Promise<CommandResult>;

/**
 * Commands that work on the database. `bin/` runs them, or asks the running site to, if that holds the embedded database
 * (commands.route.server.ts).
 */
export const COMMANDS = {
  secrets,
  "floor-key": floorKeys,
  demo: (world: World, _table: VenueTable, args: string[]) => demoCommand(world, args),
} satisfies Record<string, Command>;
export type CommandName = keyof typeof COMMANDS;

async function secrets(world: World, _table: VenueTable, [verb, ...flags]: string[]): Promise<CommandResult> {
  const isAnyway = flags.length === 1 && flags[0] === "--anyway";
  if (verb !== "rotate" || (flags.length > 0 && !isAnyway))
    return { code: 2, lines: ["Usage: npm run secrets -- rotate [--anyway]"] };
  const rotated = await rotateSecrets(world, SEALED_COLUMNS, { isAnyway });
  if ("problem" in rotated) return { code: 1, lines: [rotated.problem] };
  return {
    code: 0,
    lines: [
      `The secrets are now of the generation ${rotated.ok.generation}; those before it stay valid until the next rotation.`,
      `${rotated.ok.resealed} values were sealed anew.`,
      `Back up ${world.config.secretsFile}, and copy it to nodes that do not share it: they are not ready until they have it.`,
    ],
  };
}
