import { projectBlock, summaryOf } from "../content/blocks.server.ts";
import type { Block, BlockDocument } from "../content/contract.ts";
import { picturesIn } from "../content/legal-texts.server.ts";
import { plainText, sanitiseRich } from "../content/sanitise.server.ts";
import { m } from "../messages/messages.js";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import type { GamePageKey } from "./contract.ts";
import { DEFAULT_RULES } from "./default-rules.ts";
import { DEFAULT_TEXTS } from "./default-texts.ts";
import type { GameText } from "./views.ts";

/** The longest sentence shown on a picture, in characters. */
const LEAD_MAX = 180;
const DESCRIPTION_MAX = 160;

/**
 * The text of a game's page: the venue's presentation, else its text under the content key `game-{key}-text`, else the
 * default text.
 */
export async function gameText(
  world: World,
  venue: Venue,
  key: GamePageKey,
  presentation: string | undefined,
  locale: Locale,
): Promise<GameText> {
  const html = sanitiseRich(presentation ?? "");
  if (plainText(html) !== "") return { kind: "rich", html };
  const own = await projectBlock(world, venue, `game-${key}-text`, locale);
  return blocksText(world, hasWords(own) ? own : documentOf(DEFAULT_TEXTS[locale][key].map(paragraph)), locale);
}

/**
 * The rules of a game: the venue's text under the content key `rules-{key}`, else the default outline with the legal
 * minimum age.
 */
export async function rulesText(
  world: World,
  venue: Venue,
  key: GamePageKey,
  locale: Locale,
): Promise<Extract<GameText, { kind: "blocks" }>> {
  const own = await projectBlock(world, venue, `rules-${key}`, locale);
  return blocksText(world, hasWords(own) ? own : defaultRules(venue, key, locale), locale);
}

/** The text's first words, for the meta description; null where it has none. */
export function descriptionOf(text: GameText): string | null {
  return summaryOf(text.kind === "rich" ? documentOf([paragraph(text.html)]) : text.document, DESCRIPTION_MAX);
}

/** The first sentence of a presentation, where it is short enough. */
export function leadOf(presentation: string | undefined): string | null {
  const words = plainText(sanitiseRich(presentation ?? ""));
  const first = /^.*?[.!?…](?=\s|$)/.exec(words)?.[0] ?? words;
  return first === "" || first.length > LEAD_MAX ? null : first;
}

function defaultRules(venue: Venue, key: GamePageKey, locale: Locale): BlockDocument {
  const { aim, round, bets } = DEFAULT_RULES[locale][key];
  return documentOf([
    header(m.games_rules_aim()),
    paragraph(aim),
    header(m.games_rules_round()),
    { type: "list", data: { style: "ordered", items: round } },
    header(m.games_rules_bets()),
    { type: "list", data: { style: "unordered", items: bets } },
    header(m.games_rules_who()),
    paragraph(`${m.rule_age({ age: venue.policy.minimumAge })} ${m.games_rules_casino()}`),
  ]);
}

async function blocksText(world: World, document: BlockDocument, locale: Locale) {
  return { kind: "blocks" as const, document, pictures: await picturesIn(world, [document], locale) };
}

function hasWords(document: BlockDocument | undefined): document is BlockDocument {
  return document !== undefined && document.blocks.length > 0;
}

function documentOf(blocks: Block[]): BlockDocument {
  return { blocks };
}

function paragraph(text: string): Block {
  return { type: "paragraph", data: { text } };
}

function header(text: string): Block {
  return { type: "header", data: { text, level: 2 } };
}
