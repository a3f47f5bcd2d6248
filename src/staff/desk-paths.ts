/**
 * The address of every page of the desk, by its name, like `paths.ts`. `name` is the French name of a section, such as `agenda`. Browser-safe.
 */
export const home = "/desk";
/** Where an operator's log-in link leads. */
export const access = "/desk/acces";
export const logOut = "/desk/sortie";
/** The form of a section or the list of its entries, or one entry. */
export const section = (name: string, item: string | null = null) => at("/desk", name, item);
export const history = (name: string, item: string | null = null) => at("/desk/historique", name, item);
export const preview = (name: string, item: string | null = null) => at("/desk/apercu", name, item);
export const textPreview = "/desk/apercu-texte";
export const pictures = "/desk/images";
export const picture = (key: string) => `/desk/images/${key}`;
export const file = "/desk/fichier";
export const fileExport = "/desk/fichier/export";
export const fileArchive = "/desk/fichier/archive";
/** The history of the whole file. */
export const fileHistory = history("fichier");
export const people = "/desk/membres";
export const person = (ref: string) => `/desk/membres/${ref}`;
export const offers = "/desk/offres";
export const newOffer = "/desk/offres/nouvelle";
export const offer = (id: string) => `/desk/offres/${id}`;
export const payments = "/desk/paiements";
export const payment = (uuid: string) => `/desk/paiements/${uuid}`;
export const vigilance = "/desk/vigilance";
export const vigilanceExport = "/desk/vigilance/export";
export const trail = "/desk/journal";
export const trailExport = "/desk/journal/export";
export const staff = "/desk/equipe";

/** An item's key may hold any character; `:item` is left as it is, for the pattern. */
function at(base: string, name: string, item: string | null): string {
  if (item === null) return `${base}/${name}`;
  return `${base}/${name}/${item.startsWith(":") ? item : encodeURIComponent(item)}`;
}
