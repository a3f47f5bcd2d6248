/** The browser cache that holds the member's offline page. */
export const SNAPSHOT_STORE = "member-1";
