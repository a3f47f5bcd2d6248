/** The browser cache that holds the member's offline page. */
export const SNAPSHOT_STORE = "member-1";
/** The address of the stored page; never navigated to. */
export const SNAPSHOT_PATH = "/hors-ligne/carte";

/** Identifies the owner of a cached page without naming them, so that the service worker can erase other people's. */
export const OWNER_HEADER = "Snapshot-Owner";
