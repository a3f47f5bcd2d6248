/**
 * The content keys of 'Prévention': the five pieces of information that a Swiss site must give (art. 76 and 77 LJAr).
 */
export const PREVENTION_KEYS = [
  "prevention-risks",
  "prevention-self-test",
  "prevention-limits",
  "prevention-exclusion",
  "prevention-help",
] as const;
