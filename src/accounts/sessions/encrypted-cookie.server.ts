import { cookieIn } from "../../platform/cookies.ts";
import type { z } from "zod";
import { decrypt, encrypt, type Purpose } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";

/** Encrypts JSON into a cookie's value, which the browser cannot read or change. */
export function encryptedValue(world: World, purpose: Purpose, held: object): string {
  return Buffer.from(encrypt(world, purpose, JSON.stringify(held))).toString("base64url");
}

/** The content of an encrypted cookie, if we encrypted it and it has this shape. The caller checks its age. */
export function decryptCookie<Held>(
  world: World,
  request: Request,
  { name, purpose }: { name: string; purpose: Purpose },
  shape: z.ZodType<Held>,
): Held | undefined {
  const value = cookieIn(request.headers.get("cookie"), name, "[\\w-]{20,4000}");
  const opened = value === undefined ? null : decrypt(world, purpose, Buffer.from(value, "base64url"));
  return opened === null ? undefined : shape.safeParse(JSON.parse(opened)).data;
}
