import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { z } from "zod";
import type { openApp } from "../../src/app/app.server.ts";
import { startJobs } from "../../src/app/jobs.server.ts";
import { projectPath, type Database } from "../../src/platform/database/database.server.ts";
import type { Gateways } from "../../src/platform/gateways.ts";
import type { Log } from "../../src/platform/log.server.ts";
import { readVenueFile } from "../../src/venue-file/import/file.server.ts";
import { importVenue, type ImportWorld } from "../../src/venue-file/import/import.server.ts";
import type { importedVenue } from "../../src/venue-file/imported-venue.ts";
import { builtFile } from "./built.ts";
import type { StandingClock } from "./clock.ts";
import { setHashes } from "./quick-argon2.ts";
import { testWorld } from "./world.ts";
import { IS_PROOF } from "./proof.ts";

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;
export type VenueFile = z.input<typeof importedVenue>;

export type TestAppOptions = {
  venues?: string[];
  clock?: StandingClock;
  variables?: Record<string, string>;
  /** Replace some of the recorded gateways (test/support/gateways.ts). */
  gateways?: Partial<Gateways>;
  /** Silent by default. */
  log?: Log;
  /**
   * "stand-ins": one pixel for every picture, for tests that look at no picture. Decoding the real ones takes
   * seconds.
   */
  pictures?: "real" | "stand-ins";
  /** "real": passwords and PINs are hashed at their full cost, for tests of that cost (quick-argon2.ts). */
  hashes?: "real" | "quick";
};

/** `npm run proof` measures timing over thousands of pairs, so it needs the real cost. */
const QUICK_OR_REAL = IS_PROOF ? "real" : "quick";

/**
 * Opens the built app on a test's database and clock: what the server serves, without a socket. `venues` are imported
 * from demo/. `get` and `send` send requests with a venue's host.
 */
export async function openTestApp(
  database: Database,
  { venues = [], clock, variables, gateways, log, pictures = "real", hashes = QUICK_OR_REAL }: TestAppOptions = {},
) {
  setHashes(hashes);
  const { openApp: open } = (await import(builtFile("server/app.js"))) as { openApp: typeof openApp };
  const world = testWorld(database, variables, clock, gateways, log);
  const opened = await open(world, builtFile("client"));
  const importWorld: ImportWorld = { ...world, encoder: opened.services.media.encoder };
  for (const slug of venues) {
    if (pictures === "real") await importDemoVenue(importWorld, slug);
    else await importWithStandIns(importWorld, await demoVenue(slug));
  }
  await opened.services.table.reload();
  await startJobs({ world, table: opened.services.table }, world.jobs);

  async function send(host: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("host", host);
    const origin = `http://${/^[\w.:-]+$/.test(host) ? host : "odd.invalid"}`;
    return opened.hono.fetch(new Request(`${origin}${path}`, { ...init, headers }), {});
  }
  const get = (slug: string, path: string, headers: Record<string, string> = {}) =>
    send(`${slug}.localhost`, path, { headers });
  return { ...opened, world, importWorld, send, get };
}

/** Imports a venue of demo/. Throws with every problem of the file. */
export async function importDemoVenue(importWorld: ImportWorld, slug: string): Promise<void> {
  const { data, files } = await readVenueFile(demoFile(slug), readFile);
  failOnProblems(await importVenue(importWorld, data, files));
}

/** Imports a venue with stand-ins for its pictures. Throws with every problem of the file. */
export async function importWithStandIns(importWorld: ImportWorld, venue: VenueFile): Promise<void> {
  await storeStandIns(
    importWorld.database,
    venue.pictures.map((picture) => picture.key),
  );
  failOnProblems(await importVenue(importWorld, venue, new Map()));
}

/** The content of a file of demo/venues, a fresh copy at every call. */
export async function demoVenue(slug: string): Promise<VenueFile> {
  return JSON.parse(await readFile(demoFile(slug), "utf8")) as VenueFile;
}

/** Stores one pixel under each key that has no picture yet. */
export async function storeStandIns({ db }: Database, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  const picture = {
    original: ONE_PIXEL,
    mime: "image/png" as const,
    width: 1,
    height: 1,
    sha256: createHash("sha256").update(ONE_PIXEL).digest("hex"),
    alt: JSON.stringify({ fr: "Un point", en: "A dot" }),
    focal_x: 0.5,
    focal_y: 0.5,
    updated_at: new Date(0),
  };
  await db
    .insertInto("pictures")
    .values([...new Set(keys)].map((key) => ({ key, ...picture })))
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

const ONE_PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function demoFile(slug: string): string {
  return projectPath(`demo/venues/${slug}.json`);
}

function failOnProblems(result: Awaited<ReturnType<typeof importVenue>>): void {
  if ("problems" in result)
    throw new Error(result.problems.map(({ path, message }) => `${path}: ${message}`).join("\n"));
}
