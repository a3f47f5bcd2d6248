import { defineConfig } from "vite";

/** The sandbox is a program of its own: it shares no process and no module state with the site. */
export default defineConfig({
  publicDir: false,
  build: { ssr: "sandbox/server.tsx", outDir: "build/sandbox", target: "node24", emptyOutDir: true, sourcemap: true },
  oxc: { jsx: { runtime: "automatic" } },
});
