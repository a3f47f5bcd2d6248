import { index, route, type RouteConfig } from "@react-router/dev/routes";

/** The one map of page URLs. Which host sees what is decided at the front door and in the loaders. */
export default [
  index("venues/pages/home.route.tsx"),
  route("*", "venues/pages/unknown.route.tsx"),
] satisfies RouteConfig;
