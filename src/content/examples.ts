/** Bodies and answers of this room's calls for /api/openapi.json: the welcome of Port-Sérac. */

const WELCOME = JSON.stringify({
  blocks: [{ type: "paragraph", data: { text: "Casino de Port-Sérac, au bord du lac." } }],
});
const AT = "2026-11-21T20:30:00+01:00";

export const save = { key: "home-text", content: WELCOME, rev: 1, projectId: 1051 } as const;
export const saved = { data: { rev: 2 } } as const;
export const states = {
  data: {
    contents: { "home-text": { rev: 2, draft: null, updated_at: AT, operator: "Camille", is_fallback: false } },
    scheduled: [],
  },
} as const;
export const history = {
  data: [{ rev: 2, at: AT, operator: "Camille", change: "save", restored_rev: null, state: "live", content: WELCOME }],
} as const;
export const draft = { rev: 3 } as const;
