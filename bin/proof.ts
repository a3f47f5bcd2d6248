import { spawnSync } from "node:child_process";

/** The long modes: the property tests with many more cases than `npm test` has time for. */
const { status } = spawnSync("vitest", ["run", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, PROOF: "1" },
});
process.exit(status ?? 1);
