import { runCommand } from "./run-command.ts";

/** `npm run demo -- remove`: makes a database that holds the demonstration fit for production. */
await runCommand("demo", process.argv.slice(2));
