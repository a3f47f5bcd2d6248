import { reactRouter } from "@react-router/dev/vite";
import { dirname, resolve } from "node:path";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { inlineScripts } from "./bin/inline-scripts.ts";

/** The flag of `light-dark()` among the features that lightningcss rewrites for older browsers. */
const LIGHT_DARK = 1 << 20;

/** What surrounds every page of a venue. */
const AROUND = ["src/root.tsx", "src/app/venue-layout.route.tsx"].map((file) => resolve(file));

const frame = new Set<string>();

function addToFrame(id: string, context: Rolldown.ChunkingContext): void {
  if (frame.has(id)) return;
  frame.add(id);
  // The bundler uses the list again for the next module, so it is copied.
  for (const imported of context.getModuleInfo(id)?.importedIds.slice() ?? []) addToFrame(imported, context);
}

/** The chunk of what the pages' surroundings import, directly or through others. */
function chunkOfFrame(id: string, context: Rolldown.ChunkingContext): string | null {
  if (frame.size === 0) for (const file of AROUND) addToFrame(file, context);
  return frame.has(id) && !AROUND.includes(id) ? "frame" : null;
}

/** What only the desk's or only the members' pages share has a chunk of its own, so that a visitor loads none of it. */
const OF_DESK =
  /[\\/]src[\\/](content[\\/]editor|desk|ui[\\/]desk|venues[\\/]desk|messages[\\/]messages[\\/](desk|deskpeople|operators)_)/;
const OF_MEMBERS =
  /[\\/]src[\\/](accounts|gifts|loyalty|member-area|native|wallet|messages[\\/]messages[\\/](account|card|enrollment|gifts|loyalty|members|wallet)_)/;
type Audience = "desk" | "members" | "all";

/** True for the scripts of an audience. Style sheets stay with their pages. */
function isOf(audience: Audience, id: string): boolean {
  if (!/[\\/]src[\\/].*\.(ts|tsx|js)$/.test(id)) return false;
  const own: Audience = OF_DESK.test(id) ? "desk" : OF_MEMBERS.test(id) ? "members" : "all";
  return own === audience;
}

/** How many pages must share a module before it leaves their own chunks. With fewer, a short page loads too many bytes that it does not use. */
const minShareCount = 4;

/** Each message on its own, so that a page loads only those it shows. Elsewhere all of them are one module, which loads faster. */
const singleMessages: Plugin = {
  name: "baize-single-messages",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  resolveId: (id, importer = "") =>
    id === "./messages/joined.js" ? resolve(dirname(importer), "messages/_index.js") : null,
};

export default defineConfig({
  plugins: [inlineScripts(), singleMessages, reactRouter()],
  // Pre-bundled, so that the development server does not reload the first page when it discovers them.
  optimizeDeps: {
    include: [
      "react",
      "react-dom",
      "react-dom/client",
      "react/jsx-dev-runtime",
      "react-router",
      "react-router/dom",
      "@hono/zod-openapi",
    ],
  },
  // No style uses light-dark(), for which older browsers would get variables in each page.
  css: { lightningcss: { exclude: LIGHT_DARK } },
  build: { target: "es2023", assetsInlineLimit: 1024, cssMinify: true },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few chunks compress better than many, and a page lists each chunk it needs. Modules used by every page share one chunk.
            // A message is imported through the catalogue, which tells nothing about its page.
            codeSplitting: {
              groups: [
                { name: "react", test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 4 },
                {
                  name: chunkOfFrame,
                  debugName: "frame",
                  test: /[\\/]src[\\/](?!messages[\\/]messages[\\/]).*\.(ts|tsx|js)$/,
                  priority: 3,
                },
                { name: "shared", test: (id) => isOf("all", id), minShareCount, priority: 2 },
                { name: "members", test: (id) => isOf("members", id), minShareCount, priority: 1 },
                { name: "desk", test: (id) => isOf("desk", id), minShareCount, priority: 0 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        target: "node24",
        sourcemap: true,
        // The server itself is the SSR entry, so that pages and server share one copy of every module.
        rollupOptions: { input: { server: "./src/app/server.ts", app: "./src/app/app.server.ts" } },
      },
    },
  },
});
