/** Tables as long as the house is large, however many members it has: what reads one of them from end to end reads little. */
export const HOUSE_SIZED: ReadonlySet<string> = new Set([
  "announcements",
  "cache_versions",
  "content_blocks",
  "establishments",
  "offer_establishments",
  "offer_products",
  "offers",
  "project_hosts",
  "projects",
]);
