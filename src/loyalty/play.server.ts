import type { Transaction } from "../platform/database/database.server.ts";
import { HOUR_MS } from "../platform/durations.ts";
import type { World } from "../platform/world.ts";
import type { Venue } from "../venues/venue.ts";
import { isUnderAge } from "./enrollment/identity-progress.server.ts";
import {
  askRegister,
  hasAnsweredWithin,
  hasNameAndBirthday,
  storeVerdict,
  type RegisterAnswer,
} from "../protection/exclusions/registers.server.ts";
import { CARD_BLOCKED, type FloorRefused } from "./floor-outcome.ts";
import type { Membership } from "./membership.ts";
import { countryOfSite, membershipByCard } from "./queries.server.ts";

/** How long the answer of a register counts at machines and tills. The entrance asks it at every visit. */
const ANSWER_MS = 24 * HOUR_MS;

/** Who wants to play or to load a wallet. */
type Player = { id: string; birthday: string | null; isExcluded: boolean };

/**
 * Asks the register of the venue's country about a card's holder before they play, outside any transaction. Only for a member of
 * another country, about whom that register did not answer within a day: about its own members a country's register is asked daily.
 */
export async function askBeforePlay(world: World, venue: Venue, cardNumber: string): Promise<RegisterAnswer> {
  return askAboutPlayer(world, venue, await membershipByCard(world.database.db, cardNumber));
}

/** Like `askBeforePlay`, about a membership; "unasked" for null. */
export async function askAboutPlayer(world: World, venue: Venue, member: Membership | null): Promise<RegisterAnswer> {
  if (member === null || !hasNameAndBirthday(member) || member.homeSiteId === venue.siteId) return "unasked";
  if ((await countryOfSite(world.database.db, member.homeSiteId)) === venue.country) return "unasked";
  if (await hasAnsweredWithin(world, venue.country, member.id, ANSWER_MS)) return "unasked";
  return (await askRegister(world, venue.country, member, "entrance")) ?? "silent";
}

/**
 * Why somebody may not play at a venue, nor open or load a wallet there; null if they may. CARD_BLOCKED for an excluded person (in
 * France R.321-27 CSI) and for one below the age of the venue's country: 21 in Belgium (law of 18 February 2024), whichever country
 * issued the card. CHECK_UNAVAILABLE while the register does not answer. Stores what it said.
 */
export async function refusalToPlay(
  world: World,
  tx: Transaction,
  venue: Venue,
  { id, birthday, isExcluded }: Player,
  registerAnswer: RegisterAnswer,
): Promise<FloorRefused | null> {
  const isVerdict = typeof registerAnswer === "object";
  if (isVerdict) await storeVerdict(tx, { enrollmentId: null, membershipId: id }, registerAnswer);
  if (isExcluded || (isVerdict && registerAnswer.verdict === "barred")) return CARD_BLOCKED;
  if (birthday === null || isUnderAge(world, venue.country, birthday)) return CARD_BLOCKED;
  return registerAnswer === "silent" ? { refusal: "CHECK_UNAVAILABLE", status: "unchecked" } : null;
}
