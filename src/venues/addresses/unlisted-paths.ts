import * as paths from "../paths.ts";

/** Pages that search engines are asked not to index. */
export const UNLISTED_PATHS: readonly string[] = [
  paths.terms,
  paths.legalNotices,
  paths.privacy,
  paths.equality,
  paths.accessibility,
  paths.prevention,
];
