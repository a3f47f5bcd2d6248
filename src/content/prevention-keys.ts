/** The content keys of 'Prévention': the five duties of information that a Swiss site may not be without (LJAr 76 and 77). */
export const PREVENTION_KEYS = [
  "prevention-risks",
  "prevention-self-test",
  "prevention-limits",
  "prevention-exclusion",
  "prevention-help",
] as const;
