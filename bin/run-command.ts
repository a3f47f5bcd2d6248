import { COMMANDS, type CommandName } from "../src/app/commands.server.ts";
import { startMemberJobs } from "../src/accounts/jobs.server.ts";
import { startPassJobs } from "../src/loyalty/passes/jobs.server.ts";
import { realWorld } from "../src/app/world.server.ts";
import type { CommandResult } from "../src/platform/commands.server.ts";
import type { Config } from "../src/platform/settings/config.server.ts";
import { openDatabaseOrExit } from "../src/platform/database/opening.server.ts";
import { configOrExit, exitOnProblems, exitWith } from "../src/platform/exit.server.ts";
import { secretsProblems } from "../src/platform/secrets/installation.server.ts";
import { openJobs, type Jobs } from "../src/platform/jobs.server.ts";
import { openLog } from "../src/platform/log.server.ts";
import { openVenueTable } from "../src/venues/venue-table.server.ts";
import { askSite, portOfSite } from "./through-site.ts";

/** Runs a command on the database, through the running site if that holds the embedded one, and ends the process with its exit code. */
export async function runCommand(name: CommandName, args: string[]): Promise<never> {
  const config = configOrExit();
  const port = portOfSite(config);
  const { code, lines } = await (port === null ? runHere(config, name, args) : runThere(config, port, name, args));
  return exitWith(code, lines.join("\n"));
}

async function runHere(config: Config, name: CommandName, args: string[]): Promise<CommandResult> {
  const log = openLog("error");
  const database = await openDatabaseOrExit(config, { log, migrates: false });
  let jobs: Jobs | undefined;
  try {
    exitOnProblems(await secretsProblems(database, config.secretsFile));
    const table = await openVenueTable(database);
    jobs = await openJobs(database, log);
    const world = realWorld(config, database, log, jobs);
    // What a command orders, such as the end of a pass, is done by nodes, or here where none runs.
    await startMemberJobs(world, jobs, table);
    await startPassJobs(world, jobs);
    return await database.forJobs(() => COMMANDS[name](world, table, args));
  } finally {
    await jobs?.stop();
    await database.close();
  }
}

async function runThere(config: Config, port: number, command: CommandName, args: string[]): Promise<CommandResult> {
  const answer = (await askSite(config, port, "/api/commands", { command, args })) as
    | { data: CommandResult }
    | { error: string };
  return "data" in answer ? answer.data : { code: 1, lines: [answer.error] };
}
