import type { PictureView } from "../ui/pictures/picture-view.ts";
import { membershipOfId } from "../loyalty/memberships.server.ts";
import type { Member } from "../accounts/member.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import { venueCards } from "../pictures/venue-cards.server.ts";
import { isCashlessOn, walletsOf, type Sites } from "./wallets.server.ts";

/** Where wallets are shown: the venue, the language, and all sites. */
export type WalletPlace = { venue: Venue; locale: Locale; sites: Sites };
export type WalletTile = { siteId: number; title: string; picture: PictureView | null };

/** True if this venue's pages show wallets: cashless is configured and not hidden. */
export function isCashlessShown(world: Pick<World, "config" | "database">, venue: Venue): boolean {
  return isCashlessOn(world, venue) && !venue.config.cashless_hidden;
}

/**
 * The wallets in the Menu, with the home site's first. Null if the venue shows no wallets or the visitor is not a
 * member of the programme.
 */
export async function walletsSummary(world: World, place: WalletPlace, member: Member): Promise<WalletTile[] | null> {
  const { venue, locale, sites } = place;
  if (!isCashlessShown(world, venue) || member.playersPlusId === null) return null;
  const found = await walletsOf(world, sites, member);
  const wallets = "ok" in found ? found.ok : [];
  if (wallets.length === 0) return [];
  const home = wallets.length === 1 ? null : (await membershipOfId(world, member.playersPlusId))?.homeSiteId;
  const ordered = wallets.toSorted((one, other) => Number(other.siteId === home) - Number(one.siteId === home));
  const venues = ordered.flatMap(({ siteId }) => sites.bySite(siteId) ?? []);
  const cards = await venueCards(world, venues, locale);
  return ordered.map(({ siteId }) => {
    const card = cards.get(siteId);
    return { siteId, title: card?.title ?? "", picture: card?.picture ?? null };
  });
}
