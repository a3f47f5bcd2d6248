import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  buildDirectory: "build",
  // Two entries: the server that listens, and the house that tests open without a socket.
  serverBuildFile: "[name].js",
  ssr: true,
  // The whole route map travels with the page: no extra request, and nothing about routes to guess from outside.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
