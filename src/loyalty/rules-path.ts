/** The page with the programme's rules. Browser-safe. */
export const RULES_PATH = "/players-plus/reglement";
