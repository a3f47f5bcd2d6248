/** The wordings of the consent banner that there have been, the present one last. Raise it when the wording changes. Browser-safe. */
export const CONSENT_VERSIONS = ["1", "2", "3"] as const;
export const CONSENT_VERSION = "3" satisfies (typeof CONSENT_VERSIONS)[number];
