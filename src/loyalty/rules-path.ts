/** The programme's rules as a page. Browser-safe. */
export const RULES_PATH = "/players-plus/reglement";
