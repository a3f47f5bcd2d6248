import type { z } from "zod";
import { seal, unseal } from "../../platform/sealing.server.ts";
import type { World } from "../../platform/world.ts";

type Sealing = Parameters<typeof seal>[1];

/** What a browser carries for us and cannot read: JSON, sealed, in the letters of a cookie. */
export function sealedValue(world: World, sealing: Sealing, held: object): string {
  return Buffer.from(seal(world, sealing, JSON.stringify(held))).toString("base64url");
}

/** What a cookie of a request holds, if we sealed it and it has this shape; how long it is good for, the caller says. */
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
