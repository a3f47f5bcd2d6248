import { m } from "../messages/messages.js";
import { GROUP } from "./group.ts";
import { paths } from "./paths.ts";
import type { Venue } from "./venue.ts";
import type { ClubView } from "./views.ts";

/** The loyalty promo of Home as the country's policy allows it: benefits in France only (spec/policy.md, G124). */
export function clubOf(venue: Venue): ClubView | null {
  const { program } = GROUP;
  // Who can join here is led to the programme's own page (section 2.8), else to the group's.
  const href = isJoinable(venue) ? CHOICE_PATH : venue.config.loyalty_url;
  const links = { hrefLabel: m.club_discover({ program }) };
  switch (venue.policy.loyaltyPromo) {
    case "perks":
      return { title: m.club_title({ program }), pitch: m.club_pitch(), perks: perks(), href, ...links };
    case "swiss":
      return {
        title: m.club_title_swiss({ program }),
        pitch: m.club_pitch_swiss(),
        perks: [],
        href: paths.swissLoyalty,
        ...links,
      };
    case "plain":
      return {
        title: m.club_title_plain({ program }),
        pitch: m.club_pitch_plain(),
        perks: [],
        href: isJoinable(venue) ? CHOICE_PATH : null,
        ...links,
      };
  }
}

/** Where the programme can be joined online: its landing page is this site's own (section 2.8). */
export function isJoinable({ config }: Pick<Venue, "config">): boolean {
  return config.enrollment && !config.account_hidden;
}

/** The landing page of the programme. */
export const CHOICE_PATH = "/players-plus";

function perks() {
  return [
    { figure: m.club_five_euros(), text: m.club_perk_welcome() },
    { figure: m.club_fifteen_percent(), text: m.club_perk_bill() },
    { figure: m.club_five_euros(), text: m.club_perk_referral() },
    { figure: m.club_fifty_percent(), text: m.club_perk_hotel() },
  ];
}
