import { defineConfig } from "@playwright/test";

const PORT = 3900;
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export default defineConfig({
  testDir: "test/e2e",
  testMatch: "*.spec.ts",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  reporter: [["list"]],
  timeout: 60_000,
  use: {
    baseURL: `http://port-serac.localhost:${PORT}`,
    launchOptions: { executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args },
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    trace: "retain-on-failure",
  },
  projects: [
    { name: "phone", use: { viewport: { width: 390, height: 844 }, hasTouch: true } },
    { name: "desktop", use: { viewport: { width: 1440, height: 900 } } },
  ],
  webServer: {
    command: "node bin/start.ts",
    url: `http://localhost:${PORT}/readyz`,
    env: { PORT: String(PORT), SANDBOX_PORT: "3901", DATA_DIR: ".data/e2e", LOG_LEVEL: "warn", PATH: process.env["PATH"] ?? "" },
    reuseExistingServer: false,
    timeout: 120_000,
    stdout: "ignore",
    stderr: "pipe",
    gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
  },
});
