import { isFreeForMarketing } from "../../loyalty/marketing.server.ts";
import { audit } from "../../staff/audit.server.ts";
import { may, type Desk } from "../../staff/operator.ts";
import { minorOfDecimal } from "../../platform/decimal.ts";
import { inTransaction, type Transaction } from "../../platform/database/database.server.ts";
import { DAY_MS } from "../../platform/durations.ts";
import { addDays, instantOfWallTime } from "../../platform/time-zones.ts";
import type { World } from "../../platform/world.ts";
import type { Country } from "../../venues/contract.ts";
import { COUNTRY_POLICIES, policyOf } from "../../venues/law/country-policy.ts";
import { forbiddenLinesIn } from "../../venues/law/forbidden-lines.ts";
import { startOfGamingDay } from "../../venues/hours/gaming-day.ts";
import type { Venue } from "../../venues/venue.ts";
import { isPlayAmount, newOfferInput, type NewOfferInput } from "../contract.ts";
import { issueGift } from "../gifts.server.ts";
import { addEstablishments, insertOffer } from "./offer-queries.server.ts";
import {
  audienceOf,
  endGifts,
  endOffer,
  lockRunning,
  offerOfProject,
  offersOfProject,
  burnsOf,
  runningOffers,
  type OperatorOffer,
} from "./operator-offer-queries.server.ts";
import { notifyGiftsChanged } from "../versions.server.ts";
import { isCardNumber } from "../../loyalty/membership.ts";
import { holderOfCard } from "../../loyalty/records.server.ts";

export type { OperatorOffer } from "./operator-offer-queries.server.ts";

export const OFFER_QUEUE = "gifts.operator-offers";
const SHOWN = 200;
const AT_ONCE = 200;
const YEARS_AHEAD_MS = 2 * 366 * DAY_MS;

type Problem = { key: string; message: string };
export type OfferMade = { ok: { id: string } } | { problems: Problem[] } | { refusal: "forbidden" | "no_gifts_here" };
type Times = { availableFrom: Date | null; expiresAt: Date | null };

/** The offers that staff made for this site, newest first, at most 200. */
export function offersOf(world: World, { venue }: Desk<Venue>): Promise<OperatorOffer[]> {
  return offersOfProject(world.database.db, venue.projectId, SHOWN);
}

/** One offer of the site with the burns of its gifts, newest first; null if the site has no such offer. */
export async function offerAtDesk(world: World, { venue }: Desk<Venue>, id: string) {
  const { db } = world.database;
  const offer = /^[a-z0-9-]{1,100}$/.test(id) ? await offerOfProject(db, venue.projectId, id) : undefined;
  return offer === undefined ? null : { offer, burns: await burnsOf(db, offer.id, SHOWN) };
}

/**
 * Creates an offer of this venue and gives it to all members, to the members whose home is this site, or to the holder of one
 * card. Refused where the country's law allows no gifts. The keys of problems are field names of the form.
 */
export async function createOffer(world: World, desk: Desk<Venue>, input: unknown): Promise<OfferMade> {
  const { operator, venue } = desk;
  if (!may(operator, "OFFERS", venue.projectId)) return { refusal: "forbidden" };
  if (venue.policy.gifts === "none") return { refusal: "no_gifts_here" };
  const parsed = newOfferInput.safeParse(input);
  if (!parsed.success) return { problems: problemsOf(parsed.error.issues) };
  const given = parsed.data;
  const times = timesOf(venue, given);
  const problems = [...problemsWith(world, venue, given, times)];
  if (problems.length > 0) return { problems };
  const id = `desk-${venue.projectId}-${given.key.replaceAll("-", "").slice(0, 16)}`;
  const made = await inTransaction(
    world.database,
    async (tx): Promise<OfferMade> => {
      if ((await offerOfProject(tx, venue.projectId, id)) !== undefined) return { ok: { id } };
      const member = await targetMember(tx, venue, given);
      if (member === null) return { problems: [{ key: "card_number", message: "deskpeople_problem_card" }] };
      await store(world, tx, desk, { id, given, times, membershipId: member });
      await world.jobs.send(tx, OFFER_QUEUE, { id });
      return { ok: { id } };
    },
    { isRepeatable: true },
  );
  // A single member gets the gift before the answer. For larger audiences the job does it, because it asks the register about
  // each member.
  if ("ok" in made && given.target === "member") await giveOrWithdrawOffer(world, id);
  return made;
}

/** Ends an offer: its unused gifts can no longer be seen or used. False if it has already ended or belongs to another site. */
export async function cancelOffer(world: World, { operator, venue }: Desk<Venue>, id: string): Promise<boolean> {
  if (!may(operator, "OFFERS", venue.projectId)) return false;
  return inTransaction(world.database, async (tx) => {
    const ended = await endOffer(tx, venue.projectId, id, world.now());
    if (ended === undefined) return false;
    await audit(world, tx, operator, {
      projectId: venue.projectId,
      action: "offer.cancel",
      subject: `offer:${id}`,
      before: { cancelled_at: null },
      after: { cancelled_at: world.now().toISOString() },
    });
    await world.jobs.send(tx, OFFER_QUEUE, { id });
    return true;
  });
}

/**
 * The job of one offer: gives it to everybody in its audience who has not got it yet, or takes back the unused gifts of an offer
 * that was ended. Each member is first checked against the register of exclusions, outside every transaction. Members who are
 * excluded, or for whom the register does not answer, get nothing now and are checked in the next run.
 */
export async function giveOrWithdrawOffer(world: World, id: string): Promise<void> {
  const countries = (Object.keys(COUNTRY_POLICIES) as Country[]).filter((one) => policyOf(one).gifts !== "none");
  let after = "";
  for (let isMore = true; isMore;) {
    const members = await audienceOf(world.database.db, id, { countries, after, limit: AT_ONCE });
    if (members === null) return withdrawGifts(world, id);
    for (const member of members)
      if (await isFreeForMarketing(world, member.country, member.id)) await giveTo(world, id, member.id);
    after = members.at(-1)?.id ?? after;
    isMore = members.length === AT_ONCE;
  }
}

/** Gives running offers to the people who have become members since. */
export async function giveRunningOffers(world: World): Promise<void> {
  for (const id of await runningOffers(world.database.db, world.now())) await giveOrWithdrawOffer(world, id);
}

async function giveTo(world: World, id: string, membershipId: string): Promise<void> {
  await inTransaction(world.database, async (tx) => {
    const offer = await lockRunning(tx, id);
    if (offer === undefined) return;
    const { available_from: availableFrom } = offer;
    await issueGift(world, tx, {
      offerId: id,
      to: { membershipId },
      campaign: "operator",
      campaignKey: `offer:${id}:${membershipId}`,
      ...(availableFrom !== null && availableFrom > world.now() ? { availableFrom } : {}),
    });
  });
}

async function withdrawGifts(world: World, id: string): Promise<void> {
  for (let taken = AT_ONCE; taken === AT_ONCE;)
    taken = await inTransaction(world.database, (tx) => withdrawSome(world, tx, id));
}

async function withdrawSome(world: World, tx: Transaction, id: string): Promise<number> {
  const taken = await endGifts(tx, id, world.now(), AT_ONCE);
  for (const holder of taken) await notifyGiftsChanged(world, tx, holder);
  return taken.length;
}

async function store(
  world: World,
  tx: Transaction,
  { operator, venue }: Desk<Venue>,
  {
    id,
    given,
    times,
    membershipId,
  }: { id: string; given: NewOfferInput; times: Times; membershipId: string | undefined },
): Promise<void> {
  const play = given.type === "free_play" ? minorOfDecimal((given.play ?? "").replace(",", ".")) : null;
  const orders = {
    project_id: venue.projectId,
    target: given.target,
    target_site_id: given.target === "home_site" ? venue.siteId : null,
    target_membership_id: membershipId ?? null,
    available_from: times.availableFrom,
    use_limit: given.use_limit === null ? null : Number(given.use_limit),
    created_by: operator.name,
  };
  const offer = {
    id,
    project_id: venue.projectId,
    type: given.type,
    label: { fr: given.label_fr, en: given.label_en },
    description: { fr: given.description_fr, en: given.description_en },
    is_auth: true,
    play_minor: play,
    play_currency: play === null ? null : venue.policy.currency,
    is_authorised_ch: venue.policy.gifts === "authorised" && given.is_authorised,
    life_gaming_days: null,
    life_months: null,
    expires_at: times.expiresAt,
    created_at: world.now(),
  };
  const { legal_fr: fr, legal_en: en } = given;
  const legal = fr === null || en === null ? {} : { legalNotice: { fr, en } };
  const product = { id: `${id}-line`, label: { fr: given.product_fr, en: given.product_en }, ...legal };
  await insertOffer(tx, { ...offer, ...orders }, [product]);
  await addEstablishments(tx, id, [venue.id]);
  const { play_minor: _play, created_at: _at, project_id: _project, ...words } = offer;
  await audit(world, tx, operator, {
    projectId: venue.projectId,
    action: "offer.create",
    subject: `offer:${id}`,
    before: null,
    after: { ...words, play: given.play, ...orders },
  });
}

/**
 * The id of the card's holder. Undefined if the offer is for more than one member; null if no active member at home here holds
 * the card.
 */
async function targetMember(tx: Transaction, venue: Venue, given: NewOfferInput): Promise<string | null | undefined> {
  if (given.target !== "member") return undefined;
  const number = given.card_number ?? "";
  const member = isCardNumber(number) ? await holderOfCard(tx, number) : null;
  const isGivable = member?.status === "active" && member.isInForce;
  return isGivable && member.homeSiteId === venue.siteId ? member.id : null;
}

function problemsWith(world: World, venue: Venue, given: NewOfferInput, times: Times): Problem[] {
  const problems: Problem[] = [];
  const now = world.now();
  const { availableFrom, expiresAt } = times;
  if (given.last_day !== null && expiresAt === null)
    problems.push({ key: "last_day", message: "deskpeople_problem_day" });
  const isTooFar = (time: Date | null) => time !== null && time.getTime() - now.getTime() > YEARS_AHEAD_MS;
  if (given.available_from !== null && (availableFrom === null || availableFrom < new Date(now.getTime() - 60_000)))
    problems.push({ key: "available_from", message: "deskpeople_problem_past" });
  if (isTooFar(availableFrom)) problems.push({ key: "available_from", message: "deskpeople_problem_far" });
  if (expiresAt !== null && expiresAt <= (availableFrom ?? now))
    problems.push({ key: "last_day", message: "deskpeople_problem_before" });
  if (isTooFar(expiresAt)) problems.push({ key: "last_day", message: "deskpeople_problem_far" });
  if (given.type === "free_play") {
    const minor = minorOfDecimal((given.play ?? "").replace(",", "."));
    if (!isPlayAmount(minor, venue.policy.freePlayDailyCap))
      problems.push({ key: "play", message: "deskpeople_problem_play" });
  }
  if (venue.policy.gifts === "authorised" && !given.is_authorised)
    problems.push({ key: "is_authorised", message: "deskpeople_problem_authorised" });
  if ((given.legal_fr === null) !== (given.legal_en === null))
    problems.push({ key: given.legal_fr === null ? "legal_fr" : "legal_en", message: "deskpeople_problem_both" });
  return [...problems, ...wordsThat(venue, given)];
}

/**
 * Finds texts that the country's law forbids, by the field they are in. What an authorisation allows is accepted if the offer has
 * one.
 */
function wordsThat(venue: Venue, given: NewOfferInput): Problem[] {
  const fields = [
    "label_fr",
    "label_en",
    "description_fr",
    "description_en",
    "product_fr",
    "product_en",
    "legal_fr",
    "legal_en",
  ] as const;
  return fields.flatMap((key) =>
    forbiddenLinesIn(venue.country, given[key] ?? "").some(
      ({ isRefused, reason }) => isRefused && !(reason === "authorise" && given.is_authorised),
    )
      ? [{ key, message: "deskpeople_problem_forbidden" }]
      : [],
  );
}

/** An offer's last day ends when the next gaming day begins, at ten in the morning. */
function timesOf({ policy }: Venue, { available_from: from, last_day: day }: NewOfferInput): Times {
  const [date = "", time = ""] = from?.split("T") ?? [];
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return {
    availableFrom: isDay(date) ? instantOfWallTime(date, hours * 60 + minutes, policy.timeZone) : null,
    expiresAt: day !== null && isDay(day) ? startOfGamingDay(addDays(day, 1), policy.timeZone) : null,
  };
}

function isDay(text: string): boolean {
  return /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(text) && addDays(text, 0) === text;
}

function problemsOf(issues: readonly { path: PropertyKey[]; message: string }[]): Problem[] {
  const first = new Map<string, string>();
  for (const { path, message } of issues) {
    const key = String(path[0] ?? "");
    if (!first.has(key)) first.set(key, message.startsWith("deskpeople_") ? message : "deskpeople_problem_required");
  }
  return [...first].map(([key, message]) => ({ key, message }));
}

/** The state of an offer at a given time. */
export function offerState(
  offer: Pick<OperatorOffer, "cancelled_at" | "expires_at" | "available_from" | "use_limit" | "uses">,
  now: Date,
): "cancelled" | "over" | "used_up" | "coming" | "running" {
  if (offer.cancelled_at !== null) return "cancelled";
  if (offer.expires_at !== null && offer.expires_at <= now) return "over";
  if (offer.use_limit !== null && offer.uses >= offer.use_limit) return "used_up";
  return offer.available_from !== null && offer.available_from > now ? "coming" : "running";
}
