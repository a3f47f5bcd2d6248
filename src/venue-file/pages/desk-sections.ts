import { m } from "../../messages/messages.js";

/** The desk's pages of the venue's sections: titles, introduction, and the fields that nobody may edit there. */
type SectionPage = { title: () => string; lead?: () => string; newTitle?: () => string; hidden?: readonly string[] };

export const SECTION_PAGES: Record<string, SectionPage> = {
  agenda: { title: m.desk_s_agenda, lead: m.desk_l_agenda, newTitle: m.desk_new_agenda, hidden: ["id", "slug"] },
  tables: { title: m.desk_s_tables, lead: m.desk_l_tables, newTitle: m.desk_new_tables, hidden: ["slug"] },
  activites: { title: m.desk_s_activites, lead: m.desk_l_activites, newTitle: m.desk_new_activites, hidden: ["slug"] },
  jeux: { title: m.desk_s_jeux, lead: m.desk_l_jeux, newTitle: m.desk_new_jeux },
  horaires: { title: m.desk_s_horaires, lead: m.desk_l_horaires },
  "nombre-de-jeux": { title: m.desk_s_nombre },
  receptions: { title: m.desk_s_receptions },
  // The country decides which law applies, so operators cannot change it.
  pratique: { title: m.desk_s_pratique, hidden: ["address.country"] },
  maison: { title: m.desk_s_maison },
  liens: { title: m.desk_s_liens },
  galerie: { title: m.desk_s_galerie },
  reglages: { title: m.desk_s_reglages, lead: m.desk_l_reglages },
};

export const NEW_ENTRY = "nouveau";

/** The section in an address of the desk: `agenda` of `/desk/agenda/5101`. */
export function sectionIn(path: string): string {
  return path.split("/")[2] ?? "";
}

/** The page of a section. Throws for a section that the desk has no page for. */
export function sectionPage(name: string): SectionPage {
  const page = SECTION_PAGES[name];
  if (page === undefined) throw new Error(`the desk has no page for the section ${name}`);
  return page;
}
