import { isSameSecret } from "./cryptography.server.ts";
import type { World } from "./world.ts";

/** What a command prints, and its exit code: 0, 1 if it could not do its work, 2 if it was called wrongly. */
export type CommandResult = { code: 0 | 1 | 2; lines: string[] };

/**
 * True if a request carries the key by which this installation's own commands call its running site, which holds the embedded
 * database alone. The key before the last rotation is valid too.
 */
export function isOwnCommand({ secrets }: Pick<World, "secrets">, authorization: string | undefined): boolean {
  const generations = [secrets, ...(secrets.previous === undefined ? [] : [secrets.previous])];
  return generations.some(({ importKey }) => isSameSecret(authorization ?? "", `Bearer ${importKey}`));
}
