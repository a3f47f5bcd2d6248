import { build } from "../../bin/built.mjs";
import { projectPath } from "../../src/platform/database/database.server.ts";

/** Kept on globalThis, because test files of a worker share what is built but each has its own instance of this module. */
const shared = globalThis as { isBuilt?: boolean };

/** The absolute path of a built file, such as "server/app.js". Builds first if the sources have changed. */
export function builtFile(path: string): string {
  if (shared.isBuilt !== true) build();
  shared.isBuilt = true;
  return projectPath("package.json").replace(/package\.json$/, `build/${path}`);
}
