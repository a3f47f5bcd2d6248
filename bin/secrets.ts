import { runCommand } from "./run-command.ts";

/** `npm run secrets -- rotate [--anyway]`: replaces the keys of the installation. Those before them stay valid until the next time. */
await runCommand("secrets", process.argv.slice(2));
