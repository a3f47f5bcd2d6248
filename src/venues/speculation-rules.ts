/** Pages of this site are made ready before the click; nothing with an effect, no file, no call, and no detail that opens in place. */
const RULES = {
  prerender: [
    {
      where: {
        and: [
          { href_matches: "/*" },
          {
            not: {
              href_matches: ["/api/*", "/media/*", "/assets/*", "/consent", "/*\\?*", "/adminAuth/*"],
              relative_to: "document",
            },
          },
          { not: { selector_matches: "[rel~=nofollow], [target=_blank], [download], [data-over]" } },
        ],
      },
      eagerness: "moderate",
    },
  ],
};

/**
 * The rules as text: its hash stands in every page's policy, and the page's behaviours hand it to the browser. By a header they
 * would be fetched beside the first picture, for a click that comes later.
 */
export const SPECULATION_RULES = JSON.stringify(RULES);

export function startSpeculation(): void {
  (window as unknown as { baize: { speculate: (rules: string) => void } }).baize.speculate(SPECULATION_RULES);
}
