import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Hono } from "hono";
import { ACTIONS, CASINOS, NEEDS_PERSON, ROLES, type Role } from "./casino-actions.ts";
import { openFloorClient } from "./floor-client.ts";
import type { Journal } from "./journal.ts";
import { CasinoPage } from "./pages/casino-page.tsx";
import { page } from "./page.tsx";
import type { SandboxEnv } from "./with-faults.ts";

const require = createRequire(import.meta.url);
const DEFAULT_SITE = CASINOS[0][0];

/**
 * The casino, played by a person: reception, a kiosk and a machine that call the site's real floor API with the demo
 * key of the chosen venue. Every page works without script; script adds the camera.
 */
export function openCasino(world: { siteUrl: string; journal: Journal; now: () => Date }) {
  const floor = openFloorClient(world);
  const casino = new Hono<SandboxEnv>();

  casino.get("/casino", (c) => c.redirect("/casino/desk", 302));
  casino.get("/casino/detector.js", async (c) => {
    const ponyfill = join(dirname(require.resolve("barcode-detector/ponyfill")), "..", "iife", "ponyfill.js");
    return c.body(await readFile(ponyfill, "utf8"), 200, { "Content-Type": "text/javascript" });
  });
  casino.get("/casino/reader.wasm", async (c) => {
    const wasm = await readFile(require.resolve("zxing-wasm/reader/zxing_reader.wasm"));
    return c.body(new Uint8Array(wasm), 200, { "Content-Type": "application/wasm" });
  });
  casino.get("/casino/:role", (c) => {
    const role = roleOf(c.req.param("role"));
    if (role === null) return c.text("There is no such place in the casino.", 404);
    const given = { ...c.req.query() };
    return page(c, <CasinoPage role={role} siteId={siteOf(given["site"])} form={given} calls={floor.recent()} />);
  });
  casino.post("/casino/:role", async (c) => {
    const role = roleOf(c.req.param("role"));
    const form = Object.fromEntries(new URLSearchParams(await c.req.text()));
    const action = ACTIONS[form["do"] ?? ""];
    if (role === null || action === undefined) return c.text("There is nothing of that kind to do.", 404);
    const siteId = siteOf(form["site"]);
    const isSeen = form["seen"] === "on" || !NEEDS_PERSON.has(form["do"] ?? "");
    const done = isSeen ? await action(floor, siteId, form) : "unseen";
    return page(c, <CasinoPage role={role} siteId={siteId} form={form} calls={floor.recent()} done={done} />);
  });
  return casino;
}

function roleOf(name: string): Role | null {
  return ROLES.find((role) => role === name) ?? null;
}

function siteOf(text: string | undefined): number {
  return CASINOS.find(([siteId]) => String(siteId) === text)?.[0] ?? DEFAULT_SITE;
}
