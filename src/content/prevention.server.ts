import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import type { BlockDocument } from "./contract.ts";
import { helpLines, type HelpLine } from "./help-lines.server.ts";
import { legalText } from "./legal-texts.server.ts";
import type { TextProperties } from "./neutral-texts.ts";
import { PREVENTION_ANCHORS, PREVENTION_KEYS, type PreventionKey } from "./prevention-keys.ts";
import { plainText } from "./sanitise.server.ts";

export type PreventionPart = {
  id: (typeof PREVENTION_ANCHORS)[PreventionKey];
  key: PreventionKey;
  /** The whole text, its own heading included. */
  whole: BlockDocument;
  /** The words of its own heading; null where an editor left it out. */
  title: string | null;
  language: Locale;
  /** The text below that heading. */
  document: BlockDocument;
  /** The phone numbers in the text. */
  lines: HelpLine[];
};

/** The five parts of 'Prévention', none of them ever empty. */
export function preventionParts(
  world: World,
  venue: Venue,
  locale: Locale,
  properties: TextProperties,
): Promise<PreventionPart[]> {
  return Promise.all(
    PREVENTION_KEYS.map(async (key) => {
      const { document, language } = await legalText(world, venue, key, locale, properties);
      const [first, ...rest] = document.blocks;
      const title = first?.type === "header" ? plainText(first.data.text) : "";
      const isTitled = title !== "";
      return {
        id: PREVENTION_ANCHORS[key],
        key,
        whole: document,
        title: isTitled ? title : null,
        language,
        document: isTitled ? { blocks: rest } : document,
        lines: helpLines(document),
      };
    }),
  );
}
