/** Bodies and answers of this room's calls for /api/openapi.json: the opening picture of Port-Sérac. */

const ALT = {
  fr: "Casino au bord du lac au crépuscule, façade illuminée se reflétant dans l’eau",
  en: "Lakeside casino at dusk, its lit façade mirrored in the water",
} as const;
const FOCAL_POINT = { x: 0.5, y: 0.45 } as const;

export const upload = { key: "hero-lake-dusk", projectId: 1051, alt_fr: ALT.fr, alt_en: ALT.en } as const;
export const stored = {
  data: {
    id: "hero-lake-dusk",
    key: "hero-lake-dusk",
    width: 2400,
    height: 1350,
    url: "http://port-serac.localhost:3000/media/hero-lake-dusk",
  },
} as const;
export const file = {
  data: {
    key: "hero-lake-dusk",
    standing: "own",
    alt: ALT,
    focal_point: FOCAL_POINT,
    width: 2400,
    height: 1350,
    version: "6b7fa434",
    revisions: [{ rev: 1, at: "2026-11-02T09:15:00+01:00", operator: "Camille", width: 2400, height: 1350 }],
  },
} as const;
export const words = { alt: ALT, focal_point: FOCAL_POINT } as const;
export const restoration = { from: 1, rev: 2 } as const;
