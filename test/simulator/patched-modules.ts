import { registerHooks } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { MUTATIONS, mutated } from "./mutations.ts";

/**
 * For Node's `--import`: applies the bug named by the environment variable MUTATION while the affected modules are loaded.
 */
const mutation = MUTATIONS.find(({ name }) => name === process.env["MUTATION"]);
if (mutation === undefined) throw new Error(`There is no bug named ${process.env["MUTATION"]}`);
const root = fileURLToPath(new URL("../..", import.meta.url));
const files = new Set(mutation.changes.map(({ file }) => file));

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const file = url.startsWith("file:") ? relative(root, fileURLToPath(url)) : "";
    if (!files.has(file)) return loaded;
    files.delete(file);
    const source =
      typeof loaded.source === "string" ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
    return { ...loaded, source: mutated(source, file, mutation.changes) };
  },
});
