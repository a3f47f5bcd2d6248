/**
 * The address of every page of a venue's site and of the member area, and of what pages post to, by its name. Links, redirects and mails use it, and
 * `routes.ts` is built from it. Import it as a whole: `import * as paths`. Functions put their parameters, which must fit into an
 * address, into the path; `routes.ts` calls them with `:name` for the pattern. Browser-safe.
 */
import type { SocialProvider } from "../platform/gateways/social.ts";

type Parameter = `:${string}`;

export const home = "/";
export const agenda = "/agenda";
export const announcement = (id: number | Parameter, name: string) => `/agenda/${id}/${name}`;
/** An announcement by its id alone or by '12-soiree-jazz'; redirects to its address. */
export const announcementAlias = (query: string) => `/agenda/${query}`;
/** An event as a calendar file, and the whole agenda as a calendar to subscribe to. */
export const eventCalendar = (id: number | Parameter) => `/agenda/${id}.ics`;
export const agendaCalendar = "/agenda.ics";
export const shows = "/spectacles";
export const show = (id: number | Parameter, name: string) => `/spectacles/${id}/${name}`;
export const games = "/jeux";
export const game = (key: string) => `/jeux/${key}`;
export const jackpots = "/jeux/jackpots";
/** The rules of a game for which the venue gives no address of its own. */
export const gameRules = (key: string) => `/media/rules/${key}`;
export const restauration = "/restauration";
export const restaurant = (slug: string) => `/restauration/${slug}`;
export const activity = (slug: string) => `/activite/${slug}`;
export const meeting = (slug: string) => `/meetings-events/${slug}`;
export const terms = "/cgu";
export const legalNotices = "/legal-notices";
export const privacy = "/politique-de-confidentialite";
export const equality = "/index-egalite-professionnelle";
export const accessibility = "/accessibilite";
export const prevention = "/concept-social";

/** The landing page of the loyalty programme, where visitors can join it. */
export const programme = "/players-plus";
export const programmeRules = "/players-plus/reglement";
/** The programme as Swiss law allows it to be described. */
export const swissProgramme = "/players-plus-ch";
export const enrollment = "/players-plus/create";
export const linkCard = "/players-plus/link";
/** Every movement of the member's loyalty euros. */
export const statement = "/players-plus/releve";
/** The card as a page to print, and the target of the form that adds it to a wallet of a phone. */
export const card = "/ma-carte";

export const logIn = "/me-connecter";
export const logOut = "/me-deconnecter";
export const register = "/creer-un-compte";
/** The registration form without the social log-ins. */
export const registerForm = "/creer-un-compte-form";
export const recover = "/recuperer-mon-mot-de-passe";
export const reset = "/nouveau-mot-de-passe";
export const confirmEmail = "/email-confirmation";
/** The pages behind the links of a change of address: for the new address, and for the old one. */
export const newAddress = "/nouvelle-adresse";
export const addressChange = "/changement-adresse";
export const phone = "/phone-define";
export const pseudo = "/pseudo";
/** Leads to the provider of a social log-in, which leads back to `socialReturn`. */
export const social = (provider: SocialProvider | Parameter) => `/connexion/${provider}`;
export const socialReturn = (provider: SocialProvider | Parameter) => `/connexion/${provider}/retour`;
/** Asks for the account's password once, to link a social log-in to it. */
export const linkProvider = "/connexion/relier";
/** The account as a page, and the target of the forms of its popup. */
export const account = "/mon-compte";
export const photo = "/mon-compte/photo";
/** What a deletion means, and the form that asks for it. */
export const accountDeletion = "/mon-compte/suppression";
/** The target of the forms of an open wallet; the popup is its page. */
export const wallet = "/portefeuille";
/** Everything stored about the member, as a file: a call of the API. */
export const accountExport = "/api/users/me/export";
/** The target of the consent banner's form. */
export const consent = "/consent";
/** Who is logged in, and the member's part of the menu, for pages that are the same for everybody. */
export const session = "/session";
export const sessionMenu = "/session/menu";
export const nativeLogIn = "/native-me-connecter";
export const nativeSession = "/native-session";
