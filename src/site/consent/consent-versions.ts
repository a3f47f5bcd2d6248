/** The versions of the consent banner's wording, the present one last. Add one when the wording changes. Browser-safe. */
export const CONSENT_VERSIONS = ["1", "2", "3"] as const;
export const CONSENT_VERSION = "3" satisfies (typeof CONSENT_VERSIONS)[number];
