import * as paths from "./paths.ts";
import { m } from "../messages/messages.js";
import { GROUP } from "./group.ts";
import type { Venue } from "./venue.ts";
import type { ClubView } from "./views.ts";

/** The loyalty block of Home, as the country's policy allows it. Only France may name benefits. */
export function clubOf(venue: Venue): ClubView | null {
  const { program } = GROUP;
  const href = programmeHref(venue);
  const links = { hrefLabel: m.club_discover({ program }) };
  switch (venue.policy.loyaltyPromo) {
    case "perks":
      return { title: m.club_title({ program }), pitch: m.club_pitch(), perks: perks(), href, ...links };
    case "swiss":
      return {
        title: m.club_title_swiss({ program }),
        pitch: m.club_pitch_swiss(),
        perks: [],
        href: paths.swissProgramme,
        ...links,
      };
    case "plain":
      return {
        title: m.club_title_plain({ program }),
        pitch: m.club_pitch_plain(),
        perks: [],
        href: isJoinable(venue) ? paths.programme : null,
        ...links,
      };
  }
}

/** The programme's landing page: this site's own where visitors can join here, otherwise the group's. */
export function programmeHref(venue: Venue): string | null {
  return isJoinable(venue) ? paths.programme : venue.config.loyalty_url;
}

/** True when visitors can join the programme online on this site; it has a landing page then. */
function isJoinable({ config }: Pick<Venue, "config">): boolean {
  return config.enrollment && !config.account_hidden;
}

function perks() {
  return [
    { figure: m.club_five_euros(), text: m.club_perk_welcome() },
    { figure: m.club_fifteen_percent(), text: m.club_perk_bill() },
    { figure: m.club_five_euros(), text: m.club_perk_referral() },
    { figure: m.club_fifty_percent(), text: m.club_perk_hotel() },
  ];
}
