import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, messages } from "../../bin/built.mjs";

/**
 * Builds what has changed and starts the site under test with its sandbox. The demo's dates are relative to the day on which it was loaded, so
 * data of another day in Paris are replaced. Data of today are kept with their encoded pictures.
 */
const dataDir = process.env["DATA_DIR"] ?? ".data/e2e";
const stamp = join(dataDir, "loaded-on");
const today = new Date().toLocaleDateString("en-CA", { timeZone: "Europe/Paris" });
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== today) {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(stamp, today);
}
// Encoding all pictures ahead would take a sixth of the processors. What a test looks at is made on request.
process.env["PICTURES_AHEAD"] ??= "covers";
messages();
build();
await import("../../bin/start.ts");
