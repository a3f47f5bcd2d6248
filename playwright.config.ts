import { defineConfig } from "@playwright/test";
import { ensureBrowser, ensureHeadlessShell } from "./bin/ensure-browser.ts";
import { BROWSER_ARGS, COMPILE_ONCE, WITHOUT_BLUR } from "./test/e2e/browser-args.ts";
import { IS_RUNNING, PORT, SANDBOX_PORT } from "./test/e2e/places.ts";

/** Workers load this file too, and use the browsers found here. */
process.env["CHROMIUM"] = await ensureBrowser();
process.env["HEADLESS_SHELL"] ??= await ensureHeadlessShell();

/** Files that do not depend on the window's width run in one project. Tests tagged @once run on the phone only, @desktop on the desktop. */
const SEEN_ONCE =
  /(account(-sheet|-social)?|agenda|back-and-forward|budgets|consent|hours|hydration|jackpot|language|offline|scanner|session-tabs|shots|used-rules|without-script)\.spec\.ts$/;
/** Screenshots are only taken with SHOTS=1. */
const UNASKED = process.env["SHOTS"] === "1" ? [] : [/shots\.spec\.ts$/];
/** Needs a camera or the back/forward cache, which the headless shell lacks. */
const IN_WHOLE_BROWSER = /(back-and-forward|scanner)\.spec\.ts$/;
/** Runs in a project of its own at the end: it measures the hero picture, which a new installation encodes during the other tests. */
const SEEN_LAST = /budgets\.spec\.ts$/;

const args = [...BROWSER_ARGS, COMPILE_ONCE, WITHOUT_BLUR];

export default defineConfig({
  testDir: "test/e2e",
  testMatch: "*.spec.ts",
  fullyParallel: true,
  // A page spends part of its time waiting, so two cores serve three browsers.
  workers: 3,
  forbidOnly: true,
  // No retries: an unreliable test has a cause, and hides the next one.
  retries: 0,
  reporter: [["list"]],
  // Generous, because the machine may be busy; only a test that hangs takes this long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: `http://port-serac.localhost:${PORT}`,
    launchOptions: { executablePath: process.env["HEADLESS_SHELL"], args },
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    // A worker that takes over a page just when a test begins to route its requests lets them pass. Tests about the worker allow it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    // Animations are slow in a browser without a graphics card. Tests about motion switch it on.
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    {
      name: "phone",
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
      testIgnore: [SEEN_LAST, IN_WHOLE_BROWSER, ...UNASKED],
      grepInvert: /@desktop/,
    },
    {
      name: "desktop",
      use: { viewport: { width: 1440, height: 900 } },
      testIgnore: [SEEN_ONCE],
      grepInvert: /@once/,
    },
    {
      name: "whole browser",
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        launchOptions: { executablePath: process.env["CHROMIUM"], args },
      },
      testMatch: IN_WHOLE_BROWSER,
      grepInvert: /@desktop/,
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
