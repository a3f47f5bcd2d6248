import { expect, it } from "vitest";
import { parseConfig, publicOrigin } from "./config.server.ts";

it("starts with nothing set: port 3000, the embedded database, the sandbox", () => {
  const parsed = parseConfig({});
  expect(parsed).toMatchObject({
    config: { port: 3000, databaseUrl: undefined, sandbox: { port: 3100, starts: true }, publicPort: 3000 },
  });
});

it("reports every problem together, each with its variable", () => {
  const parsed = parseConfig({
    PORT: "99999",
    DATABASE_URL: "mysql://x",
    SANDBOX: "maybe",
    METRICS_TOKEN: "short",
    TRUSTED_PROXIES: "10.0.0.1, proxy",
  });
  expect("problems" in parsed && parsed.problems.map((problem) => problem.split(":")[0])).toEqual([
    "PORT",
    "DATABASE_URL",
    "SANDBOX",
    "TRUSTED_PROXIES",
    "METRICS_TOKEN",
  ]);
});

it("believes loopback proxies with the sandbox, none without, and those that are named", () => {
  const proxies = (variables: Record<string, string>) => {
    const parsed = parseConfig(variables);
    return "config" in parsed ? parsed.config.trustedProxies : parsed.problems;
  };
  expect(proxies({})).toEqual(["127.0.0.1", "::1"]);
  expect(proxies({ SANDBOX: "off" })).toEqual([]);
  expect(proxies({ TRUSTED_PROXIES: "10.0.0.1, 10.0.0.2" })).toEqual(["10.0.0.1", "10.0.0.2"]);
});

it("uses a sandbox that runs already", () => {
  expect(parseConfig({ SANDBOX_URL: "http://localhost:3100/" })).toMatchObject({
    config: { sandbox: { url: "http://localhost:3100", starts: false } },
  });
});

it("writes public addresses with the port only where it is not the scheme's own", () => {
  expect(publicOrigin({ publicScheme: "http", publicPort: 3000 }, "port-serac.localhost")).toBe(
    "http://port-serac.localhost:3000",
  );
  expect(publicOrigin({ publicScheme: "https", publicPort: undefined }, "casino.example")).toBe(
    "https://casino.example",
  );
  expect(publicOrigin({ publicScheme: "https", publicPort: 443 }, "casino.example")).toBe("https://casino.example");
});
