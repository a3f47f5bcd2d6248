import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import type { BlockDocument } from "./contract.ts";
import { helpLines, type HelpLine } from "./help-lines.server.ts";
import { legalText } from "./legal-texts.server.ts";
import type { TextFacts } from "./neutral-texts.ts";
import { PREVENTION_KEYS } from "./prevention-keys.ts";
import { plainText } from "./sanitise.server.ts";

/** The five parts required by art. 77 LJAr in their order on the page; the values are their anchors. */
const ANCHORS = {
  "prevention-risks": "risques",
  "prevention-self-test": "autotest",
  "prevention-limits": "limites",
  "prevention-exclusion": "exclusion",
  "prevention-help": "aide",
} as const;

type PreventionKey = (typeof PREVENTION_KEYS)[number];

export type PreventionPart = {
  id: (typeof ANCHORS)[PreventionKey];
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
  facts: TextFacts,
): Promise<PreventionPart[]> {
  return Promise.all(
    PREVENTION_KEYS.map(async (key) => {
      const { document, language } = await legalText(world, venue, key, locale, facts);
      const [first, ...rest] = document.blocks;
      const title = first?.type === "header" ? plainText(first.data.text) : "";
      const isTitled = title !== "";
      return {
        id: ANCHORS[key],
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
