/** Pages of this site are made ready before the click; nothing with an effect, no file and no call. */
const RULES = {
  prerender: [
    {
      where: {
        and: [
          { href_matches: "/*" },
          {
            not: {
              href_matches: [
                "/api/*",
                "/media/*",
                "/assets/*",
                "/consent",
                "/connexion/*",
                "/native-me-connecter",
                "/adminAuth/*",
                "/desk",
                "/desk/*",
                "/*\\?*",
              ],
            },
          },
          { not: { selector_matches: "[rel~=nofollow], [target=_blank], [download]" } },
        ],
      },
      eagerness: "moderate",
    },
  ],
};

/**
 * The rules as text: its hash stands in every page's policy, and each page carries them until React runs.
 */
export const SPECULATION_RULES = JSON.stringify(RULES);
