import * as deskPaths from "../../staff/desk-paths.ts";
import * as paths from "../paths.ts";

/** Prerender pages of this site on hover; never addresses with a side effect, files or API calls. */
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
                paths.consent,
                paths.social(":provider"),
                paths.socialReturn(":provider"),
                paths.linkProvider,
                paths.nativeLogIn,
                "/adminAuth/*",
                deskPaths.home,
                `${deskPaths.home}/*`,
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

/** The rules as text. Its hash is in the security policy of every page; each page carries it until React runs. */
export const SPECULATION_RULES = JSON.stringify(RULES);
