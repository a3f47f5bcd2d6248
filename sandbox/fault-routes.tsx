import { Hono } from "hono";
import { z } from "zod";
import { boardOrders } from "./fault-board.ts";
import { faultOrder, type Fault, type Faults } from "./faults.ts";
import type { Journal } from "./journal.ts";
import { page } from "./page.tsx";
import { FaultsPage } from "./pages/faults-page.tsx";
import type { SandboxEnv } from "./with-faults.ts";

/** What is broken, as a list and as a board that breaks and mends. */
export function faultRoutes({ faults, journal }: { faults: Faults; journal: Journal }) {
  const app = new Hono<SandboxEnv>();
  app.get("/api/faults", (c) => c.json(faults.list()));
  app.post("/api/faults", async (c) => {
    const order = faultOrder.safeParse(await c.req.json().catch(() => null));
    if (!order.success) return c.json({ error: z.prettifyError(order.error) }, 422);
    breakDown(order.data);
    return c.json(faults.list());
  });
  app.delete("/api/faults", (c) => {
    repair();
    return c.json(faults.list());
  });
  app.get("/faults", (c) => page(c, <FaultsPage faults={faults.list()} />));
  app.post("/faults", async (c) => {
    const form = Object.fromEntries(new URLSearchParams(await c.req.text()));
    const { do: wish, board, ...given } = form;
    const order = faultOrder.safeParse(given);
    if (wish === "repair") repair();
    else if (board !== undefined) setBoard(form);
    else if (order.success) breakDown(order.data);
    return c.redirect("/faults", 303);
  });

  function breakDown(fault: Fault): void {
    faults.set(fault);
    const { provider, mode } = fault;
    journal.tell("fault", { facts: { provider, mode }, cause: `fault:${provider}` });
  }
  function repair(): void {
    if (faults.list().length > 0) journal.tell("repair");
    faults.clear();
  }
  function setBoard(form: Record<string, string>): void {
    const { broken, mended } = boardOrders(form, faults.list());
    for (const provider of mended) faults.mend(provider);
    if (mended.length > 0 && faults.list().length === 0) journal.tell("repair");
    for (const fault of broken) breakDown(fault);
  }
  return app;
}
