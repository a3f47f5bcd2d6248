import { dirname, resolve } from "node:path";
import { build } from "rolldown";
import type { Plugin } from "vite";

const PREFIX = "inline-script:";

/**
 * `import code from "inline-script:./boot.ts"` gives the module, bundled and minified, as text: the small scripts that
 * stand inside a page are type-checked modules like any other.
 */
export function inlineScripts(): Plugin {
  return {
    name: "baize-inline-scripts",
    enforce: "pre",
    resolveId(id, importer) {
      if (!id.startsWith(PREFIX) || importer === undefined) return null;
      return `\0${PREFIX}${resolve(dirname(importer), id.slice(PREFIX.length))}`;
    },
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const input = id.slice(PREFIX.length + 1);
      const { output } = await build({
        input,
        write: false,
        // Its paths name types, not what is bundled.
        tsconfig: false,
        platform: "browser",
        // React is built for use, not for its own development.
        transform: { target: "es2022", jsx: "react-jsx", define: { "process.env.NODE_ENV": '"production"' } },
        output: { format: "iife", minify: true },
      });
      for (const path of Object.keys(output[0].modules)) this.addWatchFile(path);
      return `export default ${JSON.stringify(output[0].code.trim())};`;
    },
  };
}
