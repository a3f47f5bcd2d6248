import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

/**
 * The path of a Chromium, found or brought: $CHROMIUM, Playwright's own, one on the PATH, `playwright install`, Debian's
 * package, the npm package @sparticuz/chromium. Throws naming the remedies where none is to be had; never skips.
 */
export async function ensureBrowser(): Promise<string> {
  const found = [
    process.env["CHROMIUM"],
    chromium.executablePath(),
    ...["chromium", "chromium-browser", "google-chrome"].map(onPath),
  ];
  const ready = found.find((path) => path !== undefined && path !== "" && existsSync(path));
  if (ready !== undefined) return ready;
  return installed() ?? (await fromPackage()) ?? fail();
}

function installed(): string | undefined {
  const quiet = { stdio: "ignore", timeout: 240_000 } as const;
  if (
    spawnSync("playwright", ["install", "chromium"], { ...quiet, timeout: 60_000 }).status === 0 &&
    existsSync(chromium.executablePath())
  )
    return chromium.executablePath();
  if (process.getuid?.() !== 0 || onPath("apt-get") === undefined) return undefined;
  spawnSync("apt-get", ["update"], quiet);
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium", "fonts-liberation"], quiet);
  return onPath("chromium");
}

async function fromPackage(): Promise<string | undefined> {
  try {
    const { default: packaged } = await import("@sparticuz/chromium");
    const path = await packaged.executablePath();
    return spawnSync(path, ["--version"], { timeout: 30_000 }).status === 0 ? path : undefined;
  } catch {
    return undefined;
  }
}

function onPath(name: string): string | undefined {
  try {
    return execFileSync("which", [name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim() || undefined;
  } catch {
    return undefined;
  }
}

function fail(): never {
  throw new Error(
    "No Chromium: install the chromium package, run `npx playwright install chromium`, or set CHROMIUM to a browser's path.",
  );
}
