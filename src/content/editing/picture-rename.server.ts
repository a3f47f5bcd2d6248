import type { PictureHooks } from "../../pictures/hooks.ts";
import { sanitiseDocument } from "../sanitise.server.ts";
import { blockInLocale, blockStates } from "./revision-queries.server.ts";
import { publishText } from "./live-texts.server.ts";

/** Replaces one picture's key by another in all texts of a venue. Each change is a revision of its text. */
export const renameInTexts: PictureHooks["replaced"] = async (world, tx, { venue, operator, from, to }) => {
  for (const { key, locale } of await blockStates(tx, venue.projectId)) {
    const name = { project_id: venue.projectId, key, locale };
    const current = await blockInLocale(tx, name);
    const document = current && sanitiseDocument(current.body);
    const shows = document?.blocks.some((block) => block.type === "image" && block.data.key === from) ?? false;
    if (document === undefined || !shows) continue;
    const blocks = document.blocks.map((block) =>
      block.type === "image" && block.data.key === from ? { ...block, data: { ...block.data, key: to } } : block,
    );
    // Goes live even on a site with drafts, because the picture has changed everywhere.
    const outcome = await publishText(world, tx, venue, operator, {
      key,
      locale: locale === "en" ? "en" : "fr",
      document: { blocks },
      loadsWithProject: null,
    });
    if (!("rev" in outcome)) throw new Error(`${key} was not published`);
  }
};
