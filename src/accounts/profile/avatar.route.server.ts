import { isUuid } from "../../platform/uuid.ts";
import { Hono } from "hono";
import type { World } from "../../platform/world.ts";
import { avatarBytes } from "./avatar.server.ts";

/** `GET /media/avatars/{key}`: a member's picture, for anybody who knows its address. Its policy lets it do nothing but be shown. */
export function avatarRoutes(world: Pick<World, "database">): Hono {
  const routes = new Hono();
  routes.get("/media/avatars/:key", async (c) => {
    const key = c.req.param("key");
    const avatar = isUuid(key) ? await avatarBytes(world, key) : null;
    if (avatar === null) return c.text("Not found", 404, { "Cache-Control": "no-store" });
    return c.body(new Uint8Array(avatar.body), 200, {
      "Content-Type": avatar.mime,
      "Cache-Control": "private, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Cross-Origin-Resource-Policy": "cross-origin",
    });
  });
  return routes;
}
