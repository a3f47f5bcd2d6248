import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { inlineScripts } from "./bin/inline-scripts.ts";

export default defineConfig({
  plugins: [inlineScripts(), reactRouter()],
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
  build: { target: "es2023", assetsInlineLimit: 1024, cssMinify: true },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few chunks compress better than many, and a page lists each chunk it needs. Modules used by every page share one chunk.
            codeSplitting: {
              groups: [
                { name: "react", test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
                { name: "frame", test: /[\\/]src[\\/].*\.(ts|tsx|js)$/, minShareCount: 20, priority: 1 },
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
