import { registerHooks } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { BITES, bitten } from "./bites.ts";

/** Given to Node with `--import`: puts the bug of that name (BITE) into the modules that it changes while they are loaded. */
const bite = BITES.find(({ name }) => name === process.env["BITE"]);
if (bite === undefined) throw new Error(`There is no bug of the name ${process.env["BITE"]}`);
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
