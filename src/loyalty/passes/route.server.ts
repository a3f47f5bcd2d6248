import { Hono, type Context } from "hono";
import type { PassesTable } from "../../../db/tables.ts";
import { publicOrigin } from "../../platform/settings/config.server.ts";
import { readJson } from "../../platform/http/json-body.server.ts";
import type { World } from "../../platform/world.ts";
import { venueOrigin } from "../../venues/addresses/origins.server.ts";
import type { Venue } from "../../venues/venue.ts";
import { forgetDevice, passesChangedSince, registerDevice } from "./devices.server.ts";
import { shownPassOf, passOfLink, passOfToken, tokenOf } from "./passes.server.ts";

const PKPASS = "application/vnd.apple.pkpass";
type Env = { Variables: { venue: Venue | null } };

/** The one-time download of a pass, and Apple's web service for updates, in which phones authenticate with the pass's token. */
export function passRoutes(world: World): Hono<Env> {
  const routes = new Hono<Env>();

  routes.get("/passes/:file", async (c) => {
    const serial = /^([0-9a-f-]{36})\.pkpass$/.exec(c.req.param("file"))?.[1];
    const query = new URL(c.req.url).searchParams;
    const pass = serial === undefined ? null : await passOfLink(world, serial, query);
    // The same answer whether the link is expired, used, altered or unknown.
    if (pass === null) return c.text("Not found", 404, { "Cache-Control": "no-store" });
    return archive(world, c, pass);
  });

  const registration = "/v1/devices/:device/registrations/:type/:serial";
  routes.post(registration, (c) =>
    withPass(world, c, async (pass) => {
      const read = await readJson(c.req.raw);
      const done = "value" in read ? await registerDevice(world, pass, c.req.param("device"), read.value) : null;
      return c.body(null, done === null ? 400 : done === "new" ? 201 : 200);
    }),
  );
  routes.delete(registration, (c) =>
    withPass(world, c, async (pass) => {
      await forgetDevice(world, pass, c.req.param("device"));
      return c.body(null, 200);
    }),
  );

  routes.get("/v1/devices/:device/registrations/:type", async (c) => {
    if (c.req.param("type") !== world.gateways.passes.apple?.passTypeId) return c.body(null, 204);
    const changed = await passesChangedSince(world, c.req.param("device"), c.req.query("passesUpdatedSince"));
    return changed === null ? c.body(null, 204) : c.json(changed, 200, { "Cache-Control": "no-store" });
  });

  routes.get("/v1/passes/:type/:serial", (c) =>
    withPass(world, c, (pass) => {
      const known = Date.parse(c.req.header("if-modified-since") ?? "");
      if (known >= seconds(pass.updated_at)) return Promise.resolve(c.body(null, 304));
      return archive(world, c, pass);
    }),
  );

  // Phones report errors here. The texts may hold anything, so they are counted and not stored.
  routes.post("/v1/log", async (c) => {
    await readJson(c.req.raw);
    world.metrics.count("apple_pass_reports_total");
    return c.body(null, 200);
  });
  return routes;
}

/** Runs `work` with the pass if its token is right; else 401, whatever was wrong. */
async function withPass(
  world: World,
  c: Context<Env>,
  work: (pass: PassesTable) => Promise<Response>,
): Promise<Response> {
  const isOurs = c.req.param("type") === world.gateways.passes.apple?.passTypeId;
  const pass = isOurs ? await passOfToken(world, c.req.param("serial") ?? "", c.req.header("authorization")) : null;
  return pass === null ? c.body(null, 401) : work(pass);
}

async function archive(world: World, c: Context<Env>, pass: PassesTable): Promise<Response> {
  const { apple } = world.gateways.passes;
  if (apple === null) return c.text("Not found", 404);
  const { venue } = c.var;
  // A pass asks for updates at the site that it came from.
  const url = venue === null ? publicOrigin(world.config, "localhost") : venueOrigin(world, venue);
  const bytes = await apple.sign(await shownPassOf(world, pass), { url, token: tokenOf(world, pass) });
  return c.body(new Uint8Array(bytes), 200, {
    "Content-Type": PKPASS,
    "Content-Disposition": 'attachment; filename="card.pkpass"',
    "Last-Modified": new Date(seconds(pass.updated_at)).toUTCString(),
    "Cache-Control": "no-store",
  });
}

/** Cuts off milliseconds, because HTTP compares whole seconds. */
function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000) * 1000;
}
