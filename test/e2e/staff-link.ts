import { execFileSync } from "node:child_process";
import { PORT } from "./places.ts";

/** A link as the command prints it, for a site that runs already (its data directory: E2E_DATA_DIR, by default the run's own). */
export function staffLink(slug: string, name: string, can?: string): string {
  const env = { ...process.env, PORT: String(PORT), DATA_DIR: process.env["E2E_DATA_DIR"] ?? ".data/e2e" };
  const permissions = can === undefined ? [] : ["--can", can];
  const command = ["--disable-warning=ExperimentalWarning", "bin/operator.ts", slug, "--as", name, ...permissions];
  return execFileSync(process.execPath, command, { env }).toString().trim();
}
