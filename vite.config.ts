import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { inlineScripts } from "./bin/inline-scripts.ts";

export default defineConfig({
  plugins: [inlineScripts(), reactRouter()],
  // Found before the first page asks for them, so that no page is loaded twice.
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
            // Few chunks compress better than many, and a page names each of its own: what every page needs stands together.
            codeSplitting: {
              groups: [
                { name: "react", test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
                { name: "frame", test: /[\\/]src[\\/].*\.(ts|tsx|js)$/, minShareCount: 26, priority: 1 },
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
        rollupOptions: { input: { server: "./src/app/server.ts", house: "./src/app/house.server.ts" } },
      },
    },
  },
});
