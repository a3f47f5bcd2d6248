import { m } from "../../messages/messages.js";
import type { World } from "../../platform/world.ts";
import type { Locale } from "../../venues/contract.ts";
import { forbiddenLinesIn } from "../../venues/law/forbidden-lines.ts";
import { LINE_REASONS } from "../../venues/language/line-words.ts";
import type { Venue } from "../../venues/venue.ts";
import type { BlockDocument } from "../contract.ts";
import { pictureUsages } from "../../pictures/references.server.ts";
import type { Problem } from "./answers.ts";
import { pictureDescriptions } from "../queries.server.ts";
import { plainText } from "../sanitise.server.ts";
import { fragmentsOf, hasWords } from "./words.server.ts";

/** A problem of a text: a refusal, or a warning where it may go live all the same. */
type Finding = Problem & { isRefused: boolean };
/** Why a text is refused, or else what its writer is warned of. The key of each is its place in the body of the save. */
type Checked = { refused: Problem[] } | { warnings: Problem[] };

type Judged = { key: string; locale: Locale; document: BlockDocument; words: Locale };

/**
 * Checks a text against the laws of the venue's country, accessibility and the stored pictures. Messages are in the
 * operator's language (`words`).
 */
export async function checkText(world: World, venue: Venue, judged: Judged): Promise<Checked> {
  const findings = [
    ...emptyFindings(judged),
    ...headingFindings(judged),
    ...linkFindings(judged),
    ...lineFindings(venue, judged),
    ...(await pictureFindings(world, venue, judged)),
  ];
  const refused = problemsOf(findings.filter(({ isRefused }) => isRefused));
  return refused.length > 0 ? { refused } : { warnings: problemsOf(findings) };
}

function problemsOf(findings: Finding[]): Problem[] {
  return findings.map(({ key, message }) => ({ key, message }));
}

/**
 * The five texts of 'Prévention' may not be emptied (art. 77 LJAr). Another page that needs a text gets the neutral
 * one, with a warning.
 */
function emptyFindings({ key, document, words }: Judged): Finding[] {
  if (hasWords(document)) return [];
  const options = { locale: words };
  if (key.startsWith("prevention-"))
    return [{ key: "content", message: m.operators_empty_prevention({}, options), isRefused: true }];
  if (NEVER_EMPTY.has(key))
    return [{ key: "content", message: m.operators_empty_legal({}, options), isRefused: false }];
  return [];
}

const NEVER_EMPTY = new Set([
  "cgu",
  "politique-de-confidentialite",
  "index-egalite-professionnelle",
  "players-plus-ch",
]);

/** The page's title is the first level. A text begins at the second and goes down one level at a time (WCAG 1.3.1). */
function headingFindings({ document, words }: Judged): Finding[] {
  const options = { locale: words };
  let level = 1;
  return document.blocks.flatMap((block, at): Finding[] => {
    if (block.type !== "header") return [];
    const key = `content.blocks.${at}`;
    if (plainText(block.data.text) === "")
      return [{ key, message: m.operators_heading_empty({}, options), isRefused: false }];
    const from = level;
    level = block.data.level;
    if (level <= from + 1) return [];
    return [{ key, message: m.operators_heading_order({ level, wanted: from + 1 }, options), isRefused: false }];
  });
}

/** A link without visible words has no name in a screen reader. */
function linkFindings({ document, words }: Judged): Finding[] {
  return document.blocks.flatMap((block, at) => {
    const hasSilentLink = fragmentsOf(block).some((text) =>
      [...text.matchAll(/<a [^>]*>([\s\S]*?)<\/a>/g)].some(([, shown = ""]) => plainText(shown) === ""),
    );
    if (!hasSilentLink) return [];
    return [{ key: `content.blocks.${at}`, message: m.operators_link_empty({}, { locale: words }), isRefused: false }];
  });
}

function lineFindings(venue: Venue, { document, words }: Judged): Finding[] {
  return document.blocks.flatMap((block, at) => {
    const text = fragmentsOf(block).map(plainText).join(" ");
    return forbiddenLinesIn(venue.country, text).map(({ found, reason, isRefused }) => ({
      key: `content.blocks.${at}`,
      message: LINE_REASONS[reason]({ words: found, age: venue.policy.minimumAge }, { locale: words }),
      isRefused,
    }));
  });
}

/**
 * A picture in a text must be stored, must be the venue's to show, and must have an alternative text in this language.
 */
async function pictureFindings(world: World, venue: Venue, { document, locale, words }: Judged): Promise<Finding[]> {
  const options = { locale: words };
  const images = document.blocks.flatMap((block, at) => (block.type === "image" ? [{ at, key: block.data.key }] : []));
  const keys = images.map(({ key }) => key);
  const described = await pictureDescriptions(world.database.db, keys);
  const usages = await pictureUsages(world.database.db, venue, [...described.keys()]);
  return images.flatMap(({ at, key: picture }): Finding[] => {
    const key = `content.blocks.${at}`;
    const alt = described.get(picture);
    if (alt === undefined || ["unknown", "foreign"].includes(usages.get(picture) ?? "unknown"))
      return [{ key, message: m.operators_picture_unknown({ picture }, options), isRefused: true }];
    if (alt[locale].trim() === "")
      return [{ key, message: m.operators_alt_missing({ picture }, options), isRefused: true }];
    return [];
  });
}
