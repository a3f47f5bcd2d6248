import { registerHooks } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { BITES, bitten } from "./bites.ts";

/**
 * For Node's `--import`: applies the bug named by the environment variable BITE while the affected modules are loaded.
 */
const bite = BITES.find(({ name }) => name === process.env["BITE"]);
if (bite === undefined) throw new Error(`There is no bug named ${process.env["BITE"]}`);
const root = fileURLToPath(new URL("../..", import.meta.url));
const files = new Set(bite.changes.map(({ file }) => file));

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const file = url.startsWith("file:") ? relative(root, fileURLToPath(url)) : "";
    if (!files.has(file)) return loaded;
    files.delete(file);
    const source =
      typeof loaded.source === "string" ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
    return { ...loaded, source: bitten(source, file, bite.changes) };
  },
});
