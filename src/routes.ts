import { index, route, type RouteConfig } from "@react-router/dev/routes";

/** The one map of page URLs (section 2.1). Fixed paths win over parameters (G2); who sees what is decided in the loaders. */
export default [
  index("venues/pages/home.route.tsx"),

  route("cgu", "content/pages/terms.route.tsx"),
  route("legal-notices", "content/pages/legal-notices.route.tsx"),
  route("politique-de-confidentialite", "content/pages/privacy.route.tsx"),
  route("index-egalite-professionnelle", "content/pages/equality.route.tsx"),
  route("concept-social", "content/pages/prevention.route.tsx"),
  route("players-plus-ch", "content/pages/swiss-loyalty.route.tsx"),
  route("players-plus", "content/pages/players-plus.route.tsx"),

  route("*", "venues/pages/unknown.route.tsx"),
] satisfies RouteConfig;
