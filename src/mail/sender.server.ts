import { pictureViews } from "../pictures/views.server.ts";
import { publicOrigin } from "../platform/settings/config.server.ts";
import type { World } from "../platform/world.ts";
import { coverAddress } from "../ui/pictures/source.ts";
import { MAIL_HEADER_COVER } from "../ui/pictures/variants.ts";
import type { Locale } from "../venues/contract.ts";
import { GROUP } from "../venues/group.ts";
import { namingOf } from "../venues/language/naming.ts";
import { venueOrigin } from "../venues/addresses/origins.server.ts";
import { findEstablishment } from "../venues/records.server.ts";
import type { GamblingWarningName } from "../venues/law/gambling-warning.ts";
import { fullVenueTitle } from "../venues/language/titles.ts";
import type { Venue } from "../venues/venue.ts";

/** The site in whose name a mail is written. Read it before the transaction that queues the mail. */
export type MailSender = {
  name: string;
  origin: string;
  host: string;
  color: string;
  support: string | null;
  /** The address of the picture of the venue's building; null in the name of the group. */
  picture: string | null;
  /** Legal name and postal address, a line each. */
  publisher: string[];
  /** International number without spaces. */
  phone: string | null;
  timeZone: string;
  minimumAge: 18 | 21;
  gamblingWarning: GamblingWarningName | null;
};

/** What a mail needs: a site, a language, and the first name where it is known. */
export type MailFrame = { sender: MailSender; locale: Locale; firstname: string | null; to: string };

/** A frame before the first name is known. */
export type PartFrame = Omit<MailFrame, "firstname">;

export async function mailSender(world: World, venue: Venue | null): Promise<MailSender> {
  if (venue === null) return groupSender(world);
  const { db } = world.database;
  const row = await findEstablishment(db, venue.id);
  if (row === undefined) return groupSender(world);
  const pictures = await pictureViews(db, [row.cover_picture], "fr");
  const origin = venueOrigin(world, venue);
  return {
    name: fullVenueTitle(namingOf(row), GROUP.brand),
    origin,
    host: venue.hosts[0] ?? "localhost",
    color: row.primary_color,
    support: venue.config.support_email ?? null,
    picture: coverAddress(pictures(row.cover_picture), MAIL_HEADER_COVER, world.config.mediaUrl || origin),
    publisher: [row.company, `${row.street_address}, ${row.postal_code} ${row.locality}`],
    phone: row.contact_phone,
    timeZone: venue.policy.timeZone,
    minimumAge: venue.policy.minimumAge,
    gamblingWarning: venue.policy.gamblingWarning?.name ?? null,
  };
}

function groupSender({ config }: World): MailSender {
  return {
    name: GROUP.brand,
    origin: publicOrigin(config, "localhost"),
    host: "localhost",
    color: GROUP.defaultVenueColor,
    support: null,
    picture: null,
    publisher: [GROUP.brand],
    phone: null,
    timeZone: GROUP.timeZone,
    minimumAge: 18,
    gamblingWarning: null,
  };
}
