import type { Database } from "../platform/database/database.server.ts";
import { policyOf } from "./law/country-policy.ts";
import { projectsWithHosts } from "./queries.server.ts";
import { configWithDefaults } from "./site-config.ts";
import type { Company, Venue } from "./venue.ts";

/** Hosts of the group itself. They serve the front page, the API without a venue, webhooks and health checks. */
const GROUP_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

export type VenueTable = {
  /** The venue of a Host header; null for the group's own hosts, undefined for an unknown host. */
  find: (host: string | undefined) => Venue | null | undefined;
  byId: (id: number) => Venue | undefined;
  bySite: (siteId: number) => Venue | undefined;
  /** The venue in whose name something was asked for; null for the group's own pages. */
  byProject: (projectId: number | null) => Venue | null;
  all: () => readonly Venue[];
  reload: () => Promise<void>;
};

/**
 * Opens the host table. It is kept in memory because every request needs it; call `reload` after a save that touches hosts or
 * settings.
 */
export async function openVenueTable(database: Database): Promise<VenueTable> {
  let venues: Venue[] = [];
  let byHost = new Map<string, Venue>();

  let begun = 0;
  let believed = 0;

  /** Overlapping reloads may finish in any order: a result is used unless a reload that began later has already finished. */
  async function reload(): Promise<void> {
    const own = (begun += 1);
    const read = (await projectsWithHosts(database.db)).map(venueOf);
    if (own < believed) return;
    believed = own;
    venues = read;
    byHost = new Map(venues.flatMap((venue) => venue.hosts.map((host) => [host, venue] as const)));
  }

  await reload();
  return {
    find(host) {
      const name = hostName(host);
      if (name === null) return undefined;
      return byHost.get(name) ?? (GROUP_HOSTS.has(name) ? null : undefined);
    },
    byId: (id) => venues.find((venue) => venue.id === id),
    bySite: (siteId) => venues.find((venue) => venue.siteId === siteId),
    byProject: (projectId) => venues.find((venue) => venue.projectId === projectId) ?? null,
    all: () => venues,
    reload,
  };
}

/** The part of the table that pages have: the venues of their request, by number of site. */
export function sitesOf(venues: readonly Venue[]): Pick<VenueTable, "bySite" | "all"> {
  return { bySite: (siteId) => venues.find((venue) => venue.siteId === siteId), all: () => venues };
}

/** The lower-cased name of a Host header without its port; null when it is not one plain host. */
function hostName(host: string | undefined): string | null {
  const match = /^(\[::1\]|[a-z0-9.-]{1,253})(?::\d{1,5})?$/i.exec(host ?? "");
  return match?.[1]?.toLowerCase() ?? null;
}

function venueOf(row: Awaited<ReturnType<typeof projectsWithHosts>>[number]): Venue {
  return {
    id: row.id,
    siteId: row.site_id,
    projectId: row.project_id,
    slug: row.slug,
    name: row.name,
    country: row.country,
    isVisible: row.is_visible,
    hosts: row.hosts,
    locales: row.locales.filter((one) => one !== "nl"),
    siteLocales: row.locales,
    company: companyOf(row),
    config: configWithDefaults(row.config, row.country),
    policy: policyOf(row.country),
  };
}

function companyOf(row: Awaited<ReturnType<typeof projectsWithHosts>>[number]): Company {
  const given = row.operating_company;
  return {
    key: row.company_key,
    legalName: row.company,
    beneficiary: given?.beneficiary ?? row.company,
    account: given?.account ?? null,
    application: given?.payment_application ?? null,
  };
}
