import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { SlowestFirst } from "./test/support/slowest-first.ts";

// The house under test is the one that is shipped: the development builds of React and its router take twice as long for a page.
process.env["NODE_ENV"] = "production";
// Every file has a process of its own, which would compile the house anew.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("node_modules/.cache/baize-compiled", import.meta.url));

export default defineConfig({
  test: {
    // It is loaded as Node loads it; nothing in it is for vitest to transform.
    server: { deps: { external: [/\/build\/server\//] } },
    include: ["src/**/*.test.{ts,tsx}", "sandbox/**/*.test.ts", "bin/**/*.test.ts", "test/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    setupFiles: ["test/support/chance.ts"],
    // By itself vitest leaves a core free; half of the time here is waiting.
    maxWorkers: 2,
    // A worker's files share its modules: loading the house and warming it up is a third of what a file of pages costs.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    sequence: { sequencer: SlowestFirst },
    // A busy machine takes its time; only a hang takes so long.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    hookTimeout: 120_000,
  },
});
