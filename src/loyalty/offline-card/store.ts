/** The browser's store of the one page that is kept of a member. */
export const SNAPSHOT_STORE = "member-1";
