import type { CommandResult } from "../commands.server.ts";
import type { World } from "../world.ts";
import { rotateSecrets } from "./rotation.server.ts";

/** `npm run secrets`. */
export async function secretsCommand(world: World, [verb, ...flags]: string[]): Promise<CommandResult> {
  const isAnyway = flags.length === 1 && flags[0] === "--anyway";
  if (verb !== "rotate" || (flags.length > 0 && !isAnyway))
    return { code: 2, lines: ["Usage: npm run secrets -- rotate [--anyway]"] };
  const rotated = await rotateSecrets(world, { isAnyway });
  if ("problem" in rotated) return { code: 1, lines: [rotated.problem] };
  return {
    code: 0,
    lines: [
      `The secrets are now of the generation ${rotated.ok.generation}; those before it stay valid until the next rotation.`,
      `${rotated.ok.reencrypted} values were encrypted anew.`,
      `Back up ${world.config.secretsFile}, and copy it to nodes that do not share it: they are not ready until they have it.`,
    ],
  };
}
