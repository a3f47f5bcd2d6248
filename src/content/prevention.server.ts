import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import type { BlockDocument } from "./contract.ts";
import { helpLines, type HelpLine } from "./help-lines.server.ts";
import { legalText } from "./legal-texts.server.ts";
import type { TextFacts } from "./neutral-texts.ts";
import { plainText } from "./sanitise.server.ts";

/** The five duties of information of LJAr 77 in the order in which they are read; `id` is the anchor on the page. */
const PARTS = [
  { id: "risques", key: "prevention-risks" },
  { id: "autotest", key: "prevention-self-test" },
  { id: "limites", key: "prevention-limits" },
  { id: "exclusion", key: "prevention-exclusion" },
  { id: "aide", key: "prevention-help" },
] as const;

/** The content keys of the page. */
export const PREVENTION_KEYS = PARTS.map(({ key }) => key);

export type PreventionPart = {
  id: (typeof PARTS)[number]["id"];
  key: (typeof PARTS)[number]["key"];
  /** The text whole, its own heading included. */
  whole: BlockDocument;
  /** The words of its own heading; null where an editor left it out. */
  title: string | null;
  language: Locale;
  /** The text below that heading. */
  document: BlockDocument;
  /** Phone numbers that it names, for whoever needs one now. */
  lines: HelpLine[];
};

/** All five blocks of 'Prévention', none of them ever empty (spec/policy.md). */
export function preventionParts(
  world: World,
  venue: Venue,
  locale: Locale,
  facts: TextFacts,
): Promise<PreventionPart[]> {
  return Promise.all(
    PARTS.map(async ({ id, key }) => {
      const { document, language } = await legalText(world, venue, key, locale, facts);
      const [first, ...rest] = document.blocks;
      const title = first?.type === "header" ? plainText(first.data.text) : "";
      const isTitled = title !== "";
      return {
        id,
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
