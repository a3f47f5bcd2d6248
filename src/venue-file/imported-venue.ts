import { z } from "zod";
import { importedAnnouncement } from "../agenda/contract.ts";
import { importedContent } from "../content/contract.ts";
import { importedPicture } from "../pictures/contract.ts";
import { importedGame } from "../games/contract.ts";
import { importedJackpot } from "../jackpots/contract.ts";
import { importedActivity, importedMeetings, importedRestaurant } from "../leisure/contract.ts";
import { slug } from "../platform/schema.ts";
import { importedEstablishment, importedProject } from "../venues/contract.ts";

/** The whole data of one venue: what `npm run import` reads and `/api/import.schema.json` describes. */
export const importedVenue = z.strictObject({
  $schema: z.string().max(300).optional(),
  establishment: importedEstablishment,
  project: importedProject,
  content: importedContent,
  pictures: z.array(importedPicture).max(500),
  games: z.array(importedGame).max(50),
  restauration: z.array(importedRestaurant).max(50),
  activities: z.array(importedActivity).max(50),
  meetings: importedMeetings,
  announcements: z.array(importedAnnouncement).max(500),
  gallery: z.array(slug).max(50),
  jackpots: z.array(importedJackpot).max(2000),
});
export type ImportedVenue = z.output<typeof importedVenue>;
/** A venue as its file writes it, before its schema has read it. */
export type VenueFile = z.input<typeof importedVenue>;
