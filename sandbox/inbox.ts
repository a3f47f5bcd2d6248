import type { Fault } from "./faults.ts";

/** A mail or an SMS as the API returns it. An SMS has neither subject nor HTML. */
export type Message = {
  id: string;
  from: string;
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
  sent_at: string;
};
export type Inbox = ReturnType<typeof openInbox>;

const KEPT = 1_000;

/** Received messages, the newest first. Faults of the provider apply on arrival. */
export function openInbox() {
  const messages: Message[] = [];
  let held: { message: Message; release: NodeJS.Timeout } | null = null;

  function arrive(message: Message): void {
    messages.unshift(message);
    messages.length = Math.min(messages.length, KEPT);
  }
  function releaseHeld(): void {
    if (held === null) return;
    clearTimeout(held.release);
    arrive(held.message);
    held = null;
  }
  return {
    deliver(message: Message, fault: Fault | undefined): void {
      if (fault?.mode === "reorder" && held === null) {
        held = { message, release: setTimeout(releaseHeld, fault.delay_ms).unref() };
        return;
      }
      arrive(message);
      if (fault?.mode === "duplicate") arrive({ ...message, id: `${message.id}-again` });
      releaseHeld();
    },
    /** Used to show a mail once, however often it is sent. */
    has: (id: string) => held?.message.id === id || messages.some((message) => message.id === id),
    find: (id: string) => messages.find((message) => message.id === id),
    list: (to?: string) =>
      to === undefined ? [...messages] : messages.filter((message) => sameAddress(message.to) === sameAddress(to)),
  };
}

/** An unescaped plus in a query arrives as a space. */
function sameAddress(address: string): string {
  return address.trim().toLowerCase().replaceAll(" ", "+").replace(/^\+/, "");
}
