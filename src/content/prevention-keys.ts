/**
 * The anchors of 'Prévention' by content key, in their order on the page: the five pieces of information that a Swiss site must give
 * (art. 76 and 77 LJAr).
 */
export const PREVENTION_ANCHORS = {
  "prevention-risks": "risques",
  "prevention-self-test": "autotest",
  "prevention-limits": "limites",
  "prevention-exclusion": "exclusion",
  "prevention-help": "aide",
} as const;

export type PreventionKey = keyof typeof PREVENTION_ANCHORS;
export const PREVENTION_KEYS = Object.keys(PREVENTION_ANCHORS) as PreventionKey[];
