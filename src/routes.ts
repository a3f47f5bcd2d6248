import { index, route, type RouteConfig } from "@react-router/dev/routes";

/** The one map of page URLs (section 2.1). Fixed paths win over parameters (G2); who sees what is decided in the loaders. */
export default [
  index("venues/pages/home.route.tsx"),

  route("agenda", "agenda/pages/agenda.route.tsx"),
  route("agenda/:id/:name", "agenda/pages/announcement.route.tsx", { id: "announcement" }),
  route("agenda/:query", "agenda/pages/announcement.route.tsx", { id: "announcement-alias" }),
  route("spectacles", "agenda/pages/shows.route.tsx"),
  route("spectacles/:id/:name", "agenda/pages/announcement.route.tsx", { id: "show" }),
  route("jeux", "games/pages/games.route.tsx"),
  route("jeux/jackpots", "jackpots/pages/jackpots.route.tsx"),
  route("jeux/:key", "games/pages/game.route.tsx"),
  route("media/rules/:key", "games/pages/rules.route.tsx"),
  route("restauration", "leisure/pages/restauration.route.tsx"),
  route("restauration/:slug", "leisure/pages/restaurant.route.tsx"),
  route("activite/:slug", "leisure/pages/activity.route.tsx"),
  route("meetings-events/:slug", "leisure/pages/meeting.route.tsx"),
  route("cgu", "content/pages/terms.route.tsx"),
  route("legal-notices", "content/pages/legal-notices.route.tsx"),
  route("politique-de-confidentialite", "content/pages/privacy.route.tsx"),
  route("index-egalite-professionnelle", "content/pages/equality.route.tsx"),
  route("concept-social", "content/pages/prevention.route.tsx"),
  route("players-plus-ch", "content/pages/swiss-loyalty.route.tsx"),
  route("players-plus", "content/pages/players-plus.route.tsx"),

  route("me-connecter", "members/pages/login.route.tsx"),
  route("creer-un-compte", "members/pages/register.route.tsx"),
  route("creer-un-compte-form", "members/pages/register-form.route.tsx"),
  route("recuperer-mon-mot-de-passe", "members/pages/recover.route.tsx"),
  route("nouveau-mot-de-passe", "members/pages/reset.route.tsx"),
  route("email-confirmation", "members/pages/confirm-email.route.tsx"),
  route("phone-define", "members/pages/phone.route.tsx"),
  route("pseudo", "members/pages/pseudo.route.tsx"),
  route("connexion/relier", "members/pages/link-provider.route.tsx"),
  route("connexion/:provider", "members/pages/social-start.route.tsx"),
  route("connexion/:provider/retour", "members/pages/social-return.route.tsx"),
  route("mon-compte", "members/pages/account.route.tsx"),
  route("mon-compte/photo", "members/pages/photo.route.tsx"),
  route("me-deconnecter", "members/pages/log-out.route.tsx"),

  route("*", "venues/pages/unknown.route.tsx"),
] satisfies RouteConfig;
