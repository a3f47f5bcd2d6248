import type { PictureHooks } from "../../pictures/hooks.ts";
import { sanitiseDocument } from "../sanitise.server.ts";
import { blockInLocale, blockStates } from "./revision-queries.server.ts";
import { store } from "./saving.server.ts";

/** Puts one picture's key in the place of another in all texts of a venue; each change is a revision of its text. */
export const renameInTexts: PictureHooks["replaced"] = async (world, tx, { venue, operator, from, to }) => {
  for (const { key, locale } of await blockStates(tx, venue.projectId)) {
    const name = { projectId: venue.projectId, key, locale };
    const standing = await blockInLocale(tx, name);
    const document = standing && sanitiseDocument(standing.body);
    const shows = document?.blocks.some((block) => block.type === "image" && block.data.key === from) ?? false;
    if (document === undefined || !shows) continue;
    const blocks = document.blocks.map((block) =>
      block.type === "image" && block.data.key === from ? { ...block, data: { ...block.data, key: to } } : block,
    );
    const outcome = await store(world, tx, venue, operator, {
      key,
      locale: locale === "en" ? "en" : "fr",
      document: { blocks },
      rev: standing?.rev,
      // The picture is another one now, whatever waits to be published.
      change: "publish",
    });
    if (!("rev" in outcome)) throw new Error(`The text ${key} was read under the site's lock and is another one`);
  }
};
