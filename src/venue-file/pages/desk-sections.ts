import { m } from "../../messages/messages.js";

/** The desk's pages of what a venue shows: titles, a lead where there is something to say, and what of a part is nobody's to type. */
type SectionPage = { title: () => string; lead?: () => string; newTitle?: () => string; hidden?: readonly string[] };

export const SECTION_PAGES: Record<string, SectionPage> = {
  agenda: { title: m.desk_s_agenda, lead: m.desk_l_agenda, newTitle: m.desk_new_agenda, hidden: ["id", "slug"] },
  tables: { title: m.desk_s_tables, lead: m.desk_l_tables, newTitle: m.desk_new_tables, hidden: ["slug"] },
  activites: { title: m.desk_s_activites, lead: m.desk_l_activites, newTitle: m.desk_new_activites, hidden: ["slug"] },
  jeux: { title: m.desk_s_jeux, lead: m.desk_l_jeux, newTitle: m.desk_new_jeux },
  horaires: { title: m.desk_s_horaires, lead: m.desk_l_horaires },
  "nombre-de-jeux": { title: m.desk_s_nombre },
  receptions: { title: m.desk_s_receptions },
  // A country's law hangs on it.
  pratique: { title: m.desk_s_pratique, hidden: ["address.country"] },
  maison: { title: m.desk_s_maison },
  liens: { title: m.desk_s_liens },
  galerie: { title: m.desk_s_galerie },
  reglages: { title: m.desk_s_reglages, lead: m.desk_l_reglages },
};

export const NEW_ENTRY = "nouveau";

/** The section of an address of the desk: `agenda` of `/desk/agenda/5101`. */
export function sectionIn(path: string): string {
  return path.split("/")[2] ?? "";
}

/** The page of a section, which the desk's map of routes has let through. */
export function sectionPage(name: string): SectionPage {
  const page = SECTION_PAGES[name];
  if (page === undefined) throw new Error(`the desk has no page for the section ${name}`);
  return page;
}
