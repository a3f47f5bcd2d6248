import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { amount } from "./test/support/proof.ts";
import { SlowestFirst } from "./test/support/slowest-first.ts";

// Tests run the production build: development builds of React and its router render pages half as fast.
process.env["NODE_ENV"] = "production";
// Each worker process would compile the build anew without this cache.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("node_modules/.cache/baize-compiled", import.meta.url));

export default defineConfig({
  test: {
    // Node loads the build itself; vitest must not transform it.
    server: { deps: { external: [/\/build\/server\//] } },
    include: ["src/**/*.test.{ts,tsx}", "sandbox/**/*.test.ts", "bin/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    setupFiles: ["test/support/chance.ts"],
    // The default leaves one core free, but half of the time tests wait.
    maxWorkers: 2,
    // The files of a worker share its modules: loading the app is a third of the time of a test file about pages.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    sequence: { sequencer: SlowestFirst },
    // Generous, because the machine may be busy; only a test that hangs takes this long. `npm run proof` takes as long as it needs.
    testTimeout: amount({ test: 60_000, proof: 3_600_000 }),
    expect: { poll: { timeout: 30_000, interval: 20 } },
    hookTimeout: 120_000,
  },
});
