import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src",
  buildDirectory: "build",
  // Two entries: the server that listens, and the app that tests open without a socket.
  serverBuildFile: "[name].js",
  ssr: true,
  // The whole route map is sent with the page. This saves requests while navigating.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
