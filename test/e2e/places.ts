/** The port of the site under test. With E2E_PORT it is one that runs already and is left running. */
export const IS_RUNNING = process.env["E2E_PORT"] !== undefined;
export const PORT = Number(process.env["E2E_PORT"] ?? 3900);
export const SANDBOX_PORT = PORT + 1;

export type Place = { slug: string; country: "FR" | "CH" | "BE"; title: string };

/** A venue of each country, and two French ones with peculiarities: no shows; no restaurant, no shop, no hotel. */
export const PLACES = [
  { slug: "port-serac", country: "FR", title: "Casino de Port-Sérac" },
  { slug: "montreval", country: "CH", title: "Casino de Montreval" },
  { slug: "blankenduin", country: "BE", title: "Casino de Blankenduin" },
  { slug: "la-rochemar", country: "FR", title: "Casino de la Rochemar" },
  { slug: "sainte-orielle", country: "FR", title: "Casino de Sainte-Orielle" },
] as const satisfies Place[];

export const LOCALES = ["fr", "en"] as const;

/** Home of a venue. */
export function home(slug: string, query = ""): string {
  return `http://${slug}.localhost:${PORT}/${query}`;
}

/** The group's front page. */
export const GROUP = `http://localhost:${PORT}/`;
