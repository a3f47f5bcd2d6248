import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { Frame } from "./pages/frame.ts";
import type { Fault, Faults, Provider } from "./faults.ts";

/** `frame` is what every page needs to know (page.tsx). */
export type SandboxEnv = { Bindings: Partial<HttpBindings>; Variables: { frame: Partial<Frame> } };

/**
 * Applies the provider's faults to its calls. Faults of delivered messages are applied by the inbox. A service that
 * sends messages of its own passes the `modes` that affect its calls.
 */
export function withFaults(
  faults: Faults,
  provider: Provider,
  modes?: readonly Fault["mode"][],
): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    const fault = faults.take(provider, modes);
    if (fault?.mode === "down") return c.json({ error: "unavailable" }, 503);
    if (fault?.mode === "drop") {
      c.env.incoming?.socket.destroy();
      return c.body(null, 503);
    }
    if (fault !== undefined) messageFaults.set(c.req.raw, fault);
    await next();
    if (fault?.mode === "slow") await new Promise((resolve) => setTimeout(resolve, fault.delay_ms).unref());
  };
}

const messageFaults = new WeakMap<Request, NonNullable<ReturnType<Faults["take"]>>>();

/** The fault that applies to this call, for the message that it delivers. */
export function faultOf(c: Context<SandboxEnv>) {
  return messageFaults.get(c.req.raw);
}
