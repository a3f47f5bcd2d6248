import { defineConfig } from "vite";

/**
 * The sandbox is a program of its own: it shares no process and no module state with the site. What its pages and
 * its component catalogue do in the browser is built beside it.
 */
export default defineConfig({
  publicDir: false,
  // Both parts are built by one command.
  builder: {},
  environments: {
    client: {
      build: {
        outDir: "build/sandbox-client",
        target: "es2023",
        assetsInlineLimit: 1024,
        emptyOutDir: true,
        rolldownOptions: {
          input: { catalogue: "sandbox/catalogue/entry.client.tsx", workshop: "sandbox/client/workshop.client.ts" },
          // The router's "use client" means nothing here.
          checks: { moduleLevelDirective: false },
          // Plain names: the sandbox keeps nothing in the browser's cache.
          output: { entryFileNames: "assets/[name].js", assetFileNames: "assets/[name][extname]" },
        },
      },
    },
    ssr: {
      // Its mail server is a development package. In the bundle it also runs where only the packages for production are installed.
      resolve: { noExternal: ["smtp-server", "punycode.js"] },
      build: {
        outDir: "build/sandbox",
        target: "node24",
        emptyOutDir: true,
        sourcemap: true,
        rolldownOptions: { input: { server: "sandbox/server.tsx" } },
      },
    },
  },
  oxc: { jsx: { runtime: "automatic" } },
});
