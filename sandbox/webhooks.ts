import type { Fault } from "./faults.ts";

type Message = { method: "POST"; headers: Record<string, string>; body: string };
/** Sends one webhook. Resolves with the status of the answer. */
export type Deliver = (url: string, message: Message) => Promise<{ status: number }>;

const TIMEOUT_MS = 20_000;

/** Sends a webhook over the network. */
export async function post(url: string, message: Message): Promise<{ status: number }> {
  const response = await fetch(url, { ...message, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.arrayBuffer();
  return { status: response.status };
}

/** The site's answer to a webhook: its status, 0 without an answer, and how long it took. */
export async function answerTo(
  deliver: Deliver,
  url: string,
  message: Omit<Message, "method">,
): Promise<{ status: number; ms: number }> {
  const begun = performance.now();
  const { status } = await deliver(url, { method: "POST", ...message }).catch(() => ({ status: 0 }));
  return { status, ms: Math.round(performance.now() - begun) };
}

/**
 * Sends a provider's webhooks under its faults: one is lost (down, drop), sent twice (duplicate), sent after the next one (reorder) or
 * sent late (slow).
 */
export function openWebhookFaults() {
  let held: (() => void) | null = null;
  return async (fault: Fault | undefined, send: () => Promise<void>): Promise<void> => {
    if (fault?.mode === "down" || fault?.mode === "drop") return;
    if (fault?.mode === "slow") return void setTimeout(() => void send(), fault.delay_ms).unref();
    if (fault?.mode === "reorder" && held === null) {
      const timer = setTimeout(() => held?.(), fault.delay_ms).unref();
      held = () => {
        clearTimeout(timer);
        held = null;
        void send();
      };
      return;
    }
    await send();
    if (fault?.mode === "duplicate") await send();
    held?.();
  };
}
