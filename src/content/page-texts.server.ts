import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import { projectBlock } from "./blocks.server.ts";
import type { BlockDocument } from "./contract.ts";
import type { PictureView } from "../ui/pictures/picture-view.ts";
import { picturesIn } from "./legal-texts.server.ts";

/** A place of a page that may hold a text of the venue. */
export type PageText = { key: string; document: BlockDocument; pictures: Record<string, PictureView> };

export async function pageText(world: World, venue: Venue, key: string, locale: Locale): Promise<PageText> {
  const document = (await projectBlock(world, venue, key, locale)) ?? { blocks: [] };
  return { key, document, pictures: await picturesIn(world, [document], locale) };
}
