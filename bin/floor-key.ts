import { runCommand } from "./run-command.ts";

/** `npm run floor-key -- issue|rotate|end|list`: the keys with which a venue's tills, kiosks and machines call the floor API. */
await runCommand("floor-key", process.argv.slice(2));
