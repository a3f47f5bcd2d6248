import { Hono } from "hono";
import { z } from "zod";
import type { Grants } from "./grants.ts";
import { webhookOrder, type SocialWebhooks } from "./social-webhooks.ts";
import { page } from "./page.tsx";
import { LogInPage } from "./pages/log-in-page.tsx";
import { claims, type Claims } from "./people.ts";
import type { SandboxEnv } from "./with-faults.ts";

const vouching = z.object({ claims });

type LogIn = {
  grants: Grants;
  webhooks: SocialWebhooks;
  /** Makes a token of a provider for the given claims. */
  tokens: Record<string, (granted: Claims) => string | Promise<string>>;
};

/** Who has logged in with the providers, tokens for programs, and the providers' webhooks to the site. */
export function logInRoutes({ grants, webhooks, tokens }: LogIn) {
  const app = new Hono<SandboxEnv>();
  app.post("/api/social/:provider", async (c) => {
    const make = tokens[c.req.param("provider")];
    if (make === undefined) return c.json({ error: "There is no such provider." }, 404);
    const given = vouching.safeParse(await c.req.json().catch(() => null));
    if (!given.success) return c.json({ error: z.prettifyError(given.error) }, 422);
    return c.json({ token: await make(given.data.claims) });
  });
  app.get("/api/social/revocations", (c) => c.json(grants.revoked()));
  app.get("/api/social/notices", (c) => c.json(webhooks.list()));
  app.post("/api/social/:provider/notices", async (c) => {
    const given: unknown = await c.req.json().catch(() => null);
    const order = webhookOrder.safeParse({ ...Object(given), provider: c.req.param("provider") });
    if (!order.success) return c.json({ error: z.prettifyError(order.error) }, 422);
    return c.json(await webhooks.send(order.data));
  });
  app.get("/log-in", (c) => {
    const happened = { people: grants.loggedIn(), revoked: grants.revoked(), webhooks: webhooks.list() };
    return page(c, <LogInPage {...happened} />);
  });
  app.post("/log-in/notices", async (c) => {
    const order = webhookOrder.safeParse(Object.fromEntries(new URLSearchParams(await c.req.text())));
    if (order.success) await webhooks.send(order.data);
    return c.redirect("/log-in#notices", 303);
  });
  return app;
}
