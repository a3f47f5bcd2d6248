import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "sandbox/**/*.test.ts", "bin/**/*.test.ts", "test/*.test.ts"],
    globalSetup: ["test/global-setup.ts"],
    // By itself vitest leaves a core free; half of the time here is waiting.
    maxWorkers: 2,
    restoreMocks: true,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
