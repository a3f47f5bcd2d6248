import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import { projectBlock } from "./blocks.server.ts";
import type { BlockDocument, PictureView } from "./contract.ts";
import { picturesIn } from "./legal-texts.server.ts";

/** A place of a page that holds a text of the venue's own, or nothing. */
export type TextSlotView = {
  key: string;
  document: BlockDocument;
  picture: (key: string) => PictureView;
  pictures: PictureView[];
};

export async function textSlot(world: World, venue: Venue, key: string, locale: Locale): Promise<TextSlotView> {
  const document = (await projectBlock(world, venue, key, locale)) ?? { blocks: [] };
  const { view, all } = await picturesIn(world, [document], locale);
  return { key, document, picture: view, pictures: all };
}
