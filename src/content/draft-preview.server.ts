import { inside, rehearse } from "../platform/rehearsal.server.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import type { BlockDocument } from "./contract.ts";
import { lockProject, putRevision } from "./revision-queries.server.ts";

/** Shows `look` the site as it would be with these texts, by key, and leaves everything as it is. */
export function withDraftTexts<Result>(
  world: World,
  venue: Venue,
  { locale, operator, texts }: { locale: Locale; operator: string; texts: ReadonlyMap<string, BlockDocument> },
  look: (draft: World) => Promise<Result>,
): Promise<Result> {
  return rehearse(world.database, async (tx) => {
    await lockProject(tx, venue.projectId);
    for (const [key, body] of texts)
      await putRevision(
        tx,
        { projectId: venue.projectId, key, locale },
        { body, change: "save", operator, at: world.now(), restored_rev: null, loadsWithProject: undefined },
      );
    return look(inside(world, tx));
  });
}
