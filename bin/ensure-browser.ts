import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

/**
 * Returns the path of a Chromium. It tries $CHROMIUM, Playwright's own, the PATH, `playwright install`, Debian's
 * package and the npm package @sparticuz/chromium, in this order. Throws with instructions if all fail.
 */
export async function ensureBrowser(): Promise<string> {
  const ready = [process.env["CHROMIUM"], chromium.executablePath(), onPath()].find(isThere);
  return ready ?? installed() ?? (await fromPackage()) ?? fail();
}

function installed(): string | undefined {
  const quiet = { stdio: "ignore", timeout: 240_000 } as const;
  spawnSync("playwright", ["install", "chromium"], { ...quiet, timeout: 60_000 });
  if (isThere(chromium.executablePath())) return chromium.executablePath();
  if (process.getuid?.() !== 0) return undefined;
  spawnSync("apt-get", ["update"], quiet);
  spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium", "fonts-liberation"], quiet);
  return onPath();
}

/**
 * Returns the path of a Chromium without windows, which needs a third less processor time: the one of the package
 * @sparticuz/chromium, whose version the lockfile fixes, or else the browser of `ensureBrowser`. It has no camera and
 * no back/forward cache.
 */
export async function ensureHeadlessShell(): Promise<string> {
  return (await fromPackage()) ?? (await ensureBrowser());
}

async function fromPackage(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  try {
    const { default: packaged, inflate, setupLambdaEnvironment } = await import("@sparticuz/chromium");
    const path = await packaged.executablePath();
    if (starts(path)) return path;
    // A minimal system lacks libraries that the package contains. The changed environment passes them to child
    // processes.
    const libraries = new URL("../bin/al2023.tar.br", import.meta.resolve("@sparticuz/chromium"));
    setupLambdaEnvironment(join(await inflate(fileURLToPath(libraries)), "lib"));
    return starts(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

function onPath(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const names = ["chromium", "chromium-browser", "google-chrome"];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isThere);
}

function isThere(path: string | undefined): path is string {
  return path !== undefined && path !== "" && existsSync(path);
}

function starts(path: string): boolean {
  return spawnSync(path, ["--version"], { timeout: 30_000 }).status === 0;
}

function fail(): never {
  throw new Error(
    "No Chromium: install the chromium package, run `npx playwright install chromium`, or set CHROMIUM to a browser's path.",
  );
}
