import { index, route, type RouteConfig } from "@react-router/dev/routes";

/** The one map of page URLs (section 2.1). Fixed paths win over parameters (G2); who sees what is decided in the loaders. */
export default [
  index("venues/pages/home.route.tsx"),

  route("restauration", "leisure/pages/restauration.route.tsx"),
  route("restauration/:slug", "leisure/pages/restaurant.route.tsx"),
  route("activite/:slug", "leisure/pages/activity.route.tsx"),
  route("meetings-events/:slug", "leisure/pages/meeting.route.tsx"),

  route("*", "venues/pages/unknown.route.tsx"),
] satisfies RouteConfig;
