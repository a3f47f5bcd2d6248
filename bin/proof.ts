import { spawnSync } from "node:child_process";

/**
 * The long modes: the property tests with many more cases than `npm test` has time for, and the timing of known against unknown
 * addresses over 2,000 pairs a call (`npm run proof -- test/members-enumeration.test.ts`; PROOF_PAIRS for fewer).
 */
const { status } = spawnSync("vitest", ["run", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, PROOF: "1" },
});
process.exit(status ?? 1);
