import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createSandbox, type Sandbox } from "../../sandbox/app.tsx";
import type { Message } from "../../sandbox/inbox.ts";
import type { Deliver } from "../../sandbox/webhooks.ts";
import type { Claims, SocialName } from "../../sandbox/people.ts";
import type { SandboxPassKeys } from "../../src/platform/settings/sandbox-passes.server.ts";
import { sandboxGatewaySettings } from "../../src/platform/settings/sandbox-gateways.server.ts";

export type TestSandbox = Awaited<ReturnType<typeof openTestSandbox>>;

type Options = { passKeys?: SandboxPassKeys; deliver?: Deliver; siteUrl?: string };

/**
 * The sandbox on free ports with a test's clock. Adapters are tested against it. It sends its webhooks to `siteUrl`.
 */
export async function openTestSandbox(
  now: () => Date,
  { passKeys, deliver, siteUrl = "http://localhost:3000" }: Options = {},
) {
  let sandbox: Sandbox | undefined;
  const listener = getRequestListener(async (request, env) =>
    sandbox === undefined ? new Response(null, { status: 503 }) : sandbox.app.fetch(request, env),
  );
  const server = createServer((request, response) => void listener(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const opened = createSandbox({
    settings: sandboxGatewaySettings(url, 0),
    siteUrl,
    url,
    now,
    ...(passKeys === undefined ? {} : { passKeys }),
    ...(deliver === undefined ? {} : { deliver }),
  });
  sandbox = opened;
  const pushPort = passKeys === undefined ? 0 : await opened.push.listen(0);
  const settings = sandboxGatewaySettings(url, await opened.smtp.listen(0));

  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const response = await fetch(`${url}${path}`, { method, ...init });
    return response.json();
  }
  return {
    url,
    settings,
    pushPort,
    keys: opened.keys,
    mails: async (to: string) => (await send("GET", `/api/mail?to=${encodeURIComponent(to)}`)) as Message[],
    texts: async (to: string) => (await send("GET", `/api/sms?to=${encodeURIComponent(to)}`)) as Message[],
    token: async (provider: SocialName, claims: Claims) =>
      ((await send("POST", `/api/social/${provider}`, { claims })) as { token: string }).token,
    breakDown: (fault: object) => send("POST", "/api/faults", fault),
    repair: () => send("DELETE", "/api/faults"),
    send,
    async close() {
      opened.push.close();
      await opened.smtp.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
