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
 * The rules as text: its hash stands in every page's policy, and the page's behaviours hand it to the browser. By a header they
 * would be fetched beside the first picture, for a click that comes later.
 */
export const SPECULATION_RULES = JSON.stringify(RULES);

export function startSpeculation(root: Document): void {
  const { baize } = window as { baize?: { createScript: (text: string) => string } };
  const script = root.createElement("script");
  script.type = "speculationrules";
  // A page that is not kept knows its scripts by a nonce instead.
  script.nonce = root.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
  script.text = baize?.createScript(SPECULATION_RULES) ?? SPECULATION_RULES;
  root.head.append(script);
}
