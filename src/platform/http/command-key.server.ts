import { timingSafeEqual } from "node:crypto";
import type { World } from "../world.ts";

/**
 * True if a request carries the secret by which this installation's own commands call its running site, which holds the embedded
 * database alone.
 */
export function isOwnCommand({ secrets }: Pick<World, "secrets">, authorization: string | undefined): boolean {
  const given = Buffer.from(authorization ?? "");
  const wanted = Buffer.from(`Bearer ${secrets.importKey}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
