import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { venueRules } from "../src/ui/venue-colors.ts";

/** A venue of the demonstration, as the sandbox names and colours it. */
export type DemoVenue = { slug: string; siteId: number; name: string; color: string; isVisible: boolean };

type VenueFile = {
  establishment: { slug: string; site_id: number; name: string; primary_color: string; is_visible?: boolean };
};
const DEMO = "demo/venues";

/** The venues of the demonstration by name. None where it is not installed. */
export const VENUES: DemoVenue[] = read();

/** The style sheet that gives each venue's elements its colours. */
export const venueSheet = VENUES.map(({ slug, color }) => venueRules(color, `[data-venue="${slug}"]`)).join("\n");

export function venueOfSite(siteId: number): DemoVenue | null {
  return VENUES.find((venue) => venue.siteId === siteId) ?? null;
}

/** The venue whose host an address has, such as http://port-serac.localhost:3000/. */
export function venueOfUrl(url: string): DemoVenue | null {
  const slug = URL.canParse(url) ? new URL(url).hostname.split(".")[0] : undefined;
  return VENUES.find((venue) => venue.slug === slug) ?? null;
}

/** The venue that a text names, in its words or in an address. */
export function venueInText(text: string): DemoVenue | null {
  return VENUES.find(({ name, slug }) => text.includes(name) || text.includes(`${slug}.`)) ?? null;
}

function read(): DemoVenue[] {
  try {
    return readdirSync(DEMO)
      .filter((name) => name.endsWith(".json"))
      .map((name) => venueOf(JSON.parse(readFileSync(join(DEMO, name), "utf8")) as VenueFile))
      .sort((a, b) => a.name.localeCompare(b.name, "fr"));
  } catch {
    return [];
  }
}

function venueOf({ establishment }: VenueFile): DemoVenue {
  const { slug, site_id: siteId, name, primary_color: color, is_visible: isVisible = true } = establishment;
  return { slug, siteId, name, color: color.toLowerCase(), isVisible };
}
