/**
 * Tables whose size depends on the group, not on the number of its members. Reading one of them from end to end is
 * cheap.
 */
export const GROUP_SIZED_TABLES: ReadonlySet<string> = new Set([
  "announcements",
  "cache_versions",
  "content_blocks",
  "establishments",
  "exclusion_rounds",
  "offer_establishments",
  "offer_products",
  "offers",
  "project_hosts",
  "projects",
]);
