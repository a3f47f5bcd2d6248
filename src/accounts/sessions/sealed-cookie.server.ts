import type { z } from "zod";
import { seal, unseal } from "../../platform/sealing.server.ts";
import type { World } from "../../platform/world.ts";

type Sealing = Parameters<typeof seal>[1];

/** Seals JSON into a cookie's value, which the browser cannot read or change. */
export function sealedValue(world: World, sealing: Sealing, held: object): string {
  return Buffer.from(seal(world, sealing, JSON.stringify(held))).toString("base64url");
}

/** The content of a sealed cookie, if we sealed it and it has this shape. The caller checks its age. */
export function heldInCookie<Held>(
  world: World,
  request: Request,
  { name, sealing }: { name: string; sealing: Sealing },
  shape: z.ZodType<Held>,
): Held | undefined {
  const cookies = request.headers.get("cookie") ?? "";
  const value = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{20,4000})(?:;|$)`).exec(cookies)?.[1];
  const opened = value === undefined ? null : unseal(world, sealing, Buffer.from(value, "base64url"));
  return opened === null ? undefined : shape.safeParse(JSON.parse(opened)).data;
}
