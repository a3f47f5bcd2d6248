import type { PictureView } from "../content/contract.ts";
import { membershipOfId } from "../loyalty/memberships.server.ts";
import type { Member } from "../members/member.ts";
import { popupOver } from "../members/paths.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import { houseCards } from "../venues/venues.server.ts";
import { isCashlessOn, walletsOf, type Sites } from "./wallets.server.ts";

/** Where a member's wallets are shown: a venue's page, by path and query. */
export type WalletPlace = { venue: Venue; locale: Locale; address: string; sites: Sites };
export type WalletTile = { siteId: number; title: string; picture: PictureView | null; href: string };

/** Whether this venue's pages speak of wallets at all: its configuration says so and does not hide them (section 2.7, G171). */
export function isCashlessShown(world: Pick<World, "config" | "database">, venue: Venue): boolean {
  return isCashlessOn(world, venue) && !venue.config.cashless_hidden;
}

/** The cashless summary of the Menu (section 2.7): the home site's wallet first. Null where there is nothing to speak of. */
export async function walletsSummary(world: World, place: WalletPlace, member: Member): Promise<WalletTile[] | null> {
  const { venue, locale, address, sites } = place;
  if (!isCashlessShown(world, venue) || member.playersPlusId === null) return null;
  const found = await walletsOf(world, sites, member);
  const wallets = "ok" in found ? found.ok : [];
  if (wallets.length === 0) return [];
  const home = wallets.length === 1 ? null : (await membershipOfId(world, member.playersPlusId))?.homeSiteId;
  const ordered = wallets.toSorted((one, other) => Number(other.siteId === home) - Number(one.siteId === home));
  const venues = ordered.flatMap(({ siteId }) => sites.bySite(siteId) ?? []);
  const cards = await houseCards(world, venues, locale);
  return ordered.map(({ siteId }) => {
    const card = cards.get(siteId);
    return { siteId, title: card?.title ?? "", picture: card?.picture ?? null, href: walletHref(address, siteId) };
  });
}

/** popup=Cashless of a wallet over a page. */
export function walletHref(address: string, siteId: number): string {
  return `${popupOver(address, "Cashless")}&site=${siteId}`;
}
