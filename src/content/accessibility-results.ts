import results from "./accessibility-results.json" with { type: "json" };

/** What `npm run accessibility` found when it last ran: axe's rules of WCAG 2.2 A and AA on pages of the demo venues. */
export type AccessibilityResults = {
  /** The day of the run, YYYY-MM-DD. */
  date: string;
  /** How many of axe's rules were applied. */
  rules: number;
  /** Widths of the window in CSS pixels. */
  widths: number[];
  /** Addresses that were checked, in each of the site's languages. */
  pages: string[];
  /** Rules that a page breaks, with axe's own sentence in English. */
  failures: { rule: string; help: string; page: string }[];
};

const RESULTS: Partial<Record<string, AccessibilityResults>> = results;

/** The results of a country's pages; null before the first run. */
export function accessibilityResults(country: string): AccessibilityResults | null {
  return RESULTS[country] ?? null;
}
