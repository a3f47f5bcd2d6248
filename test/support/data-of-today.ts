import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes a data directory that was filled on another day in Paris, because the demo's dates are relative to the day on which it was loaded.
 * Data of today are kept with their encoded pictures.
 */
export function keepDataOfToday(dataDir: string): void {
  const stamp = join(dataDir, "loaded-on");
  const today = new Date().toLocaleDateString("en-CA", { timeZone: "Europe/Paris" });
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === today) return;
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(stamp, today);
}
