import { floorKeysCommand } from "../floor/keys-command.server.ts";
import { demoCommand } from "../venue-file/demo.server.ts";
import type { CommandResult } from "../platform/commands.server.ts";
import { secretsCommand } from "../platform/secrets/command.server.ts";
import type { World } from "../platform/world.ts";
import type { VenueTable } from "../venues/venue-table.server.ts";

type Command = (world: World, table: VenueTable, args: string[]) => Promise<CommandResult>;

/**
 * Commands that work on the database. `bin/` runs them, or asks the running site to, if that holds the embedded database
 * (commands.route.server.ts).
 */
export const COMMANDS = {
  secrets: (world: World, _table: VenueTable, args: string[]) => secretsCommand(world, args),
  "floor-key": floorKeysCommand,
  demo: (world: World, _table: VenueTable, args: string[]) => demoCommand(world, args),
} satisfies Record<string, Command>;
export type CommandName = keyof typeof COMMANDS;
