import { defineConfig } from "@playwright/test";
import { ensureBrowser } from "./bin/ensure-browser.ts";
import { BROWSER_ARGS } from "./test/e2e/browser-args.ts";
import { IS_RUNNING, PORT, SANDBOX_PORT } from "./test/e2e/places.ts";

/** Workers load this file too and find the browser that was found here. */
process.env["CHROMIUM"] = await ensureBrowser();

/** What does not depend on the window's width is seen once: these files, and tests tagged @once. */
const SEEN_ONCE =
  /(agenda|budgets|consent|language|hours|hydration|jackpot|back-and-forward|offline|shots|without-script)\.spec\.ts$/;
/** Comes last: it weighs the hero, which a fresh installation still encodes while everything else is looked at. */
const SEEN_LAST = /budgets\.spec\.ts$/;

export default defineConfig({
  testDir: "test/e2e",
  testMatch: "*.spec.ts",
  fullyParallel: true,
  // A page spends part of its time waiting, so two cores serve three browsers.
  workers: 3,
  forbidOnly: true,
  // A shared, busy machine may starve a browser once, and the list says so; twice is a defect.
  retries: 1,
  reporter: [["list"]],
  timeout: 60_000,
  // What takes a moment takes several on a machine that does other work.
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://port-serac.localhost:${PORT}`,
    launchOptions: { executablePath: process.env["CHROMIUM"], args: BROWSER_ARGS },
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    screenshot: "only-on-failure",
  },
  projects: [
    { name: "phone", use: { viewport: { width: 390, height: 844 }, hasTouch: true }, testIgnore: SEEN_LAST },
    {
      name: "desktop",
      use: { viewport: { width: 1440, height: 900 } },
      testIgnore: SEEN_ONCE,
      grepInvert: /@once/,
    },
    { name: "weights", testMatch: SEEN_LAST },
  ],
  ...(IS_RUNNING
    ? {}
    : {
        webServer: {
          command: "node test/e2e/serve.ts",
          url: `http://localhost:${PORT}/readyz`,
          env: {
            PORT: String(PORT),
            SANDBOX_PORT: String(SANDBOX_PORT),
            DATA_DIR: ".data/e2e",
            LOG_LEVEL: "warn",
            PATH: process.env["PATH"] ?? "",
          },
          reuseExistingServer: false,
          timeout: 180_000,
          stdout: "ignore" as const,
          stderr: "pipe" as const,
          gracefulShutdown: { signal: "SIGTERM" as const, timeout: 15_000 },
        },
      }),
});
