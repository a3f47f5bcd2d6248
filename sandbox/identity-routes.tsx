import { Hono } from "hono";
import { z } from "zod";
import { IdentityListPage, JourneyPage } from "./pages/identity-page.tsx";
import { page } from "./page.tsx";
import { order, type Identity, type Verification } from "./ubble.ts";
import type { SandboxEnv } from "./with-faults.ts";

/** For tests and people: the list, the outcome, and the provider's own pages. */
export function identityPages(identity: Identity) {
  const routes = new Hono<SandboxEnv>();
  const shown = (verification: Verification) => ({
    verification,
    verifications: identity.verifications(),
    isAlive: identity.living(verification) !== undefined,
  });
  routes.get("/api/identity", (c) =>
    c.json(identity.verifications().map(({ id, status, url }) => ({ id, status, url }))),
  );
  routes.post("/api/identity/:id", async (c) => {
    const one = identity.find(c.req.param("id"));
    if (one === undefined) return c.json({ error: "There is no such verification." }, 404);
    const parsed = order.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 422);
    await identity.play(one, parsed.data);
    return c.json({ id: one.id, status: one.status, url: one.url });
  });
  routes.get("/identity", (c) => page(c, <IdentityListPage verifications={identity.verifications()} />));
  routes.get("/identity/:id", async (c) => {
    const one = identity.find(c.req.param("id"));
    if (one === undefined) return c.text("There is no such verification.", 404);
    const isVisit = one.status === "pending" && identity.living(one)?.token === c.req.query("attempt");
    if (isVisit) await identity.play(one, { outcome: "opened" });
    return page(c, <JourneyPage {...shown(one)} />);
  });
  routes.post("/identity/:id", async (c) => {
    const one = identity.find(c.req.param("id"));
    if (one === undefined) return c.text("There is no such verification.", 404);
    const { outcome, ...edited } = Object.fromEntries(new URLSearchParams(await c.req.text()));
    const parsed = order.safeParse({ outcome, document: edited });
    if (!parsed.success) return page(c, <JourneyPage {...shown(one)} isRefused />, 400);
    await identity.play(one, parsed.data);
    return c.redirect(parsed.data.outcome === "processing" ? `/identity/${one.id}` : one.redirectUrl, 303);
  });
  return routes;
}
