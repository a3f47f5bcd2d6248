import { dirname, resolve } from "node:path";
import { build } from "rolldown";
import type { Plugin } from "vite";

const PREFIX = "inline-script:";

/**
 * `import code from "inline-script:./boot.ts"` returns the module as text, bundled and minified. This way the small
 * scripts inside pages are type-checked modules.
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
        // The paths in tsconfig.json are for types only.
        tsconfig: false,
        platform: "browser",
        // Chooses the production build of React.
        transform: { target: "es2022", jsx: "react-jsx", define: { "process.env.NODE_ENV": '"production"' } },
        output: { format: "iife", minify: true, comments: false },
      });
      for (const path of Object.keys(output[0].modules)) this.addWatchFile(path);
      return `export default ${JSON.stringify(output[0].code.trim())};`;
    },
  };
}
