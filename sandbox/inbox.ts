import type { Book } from "./book.ts";
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
/** A mail takes up to some 30 KB, so that the file stays below a few megabytes. */
const KEPT_ON_DISK = 200;

type Stored = { messages: Message[]; read: string[] };
type InboxOptions = { book: Book; name: "mail" | "sms"; arrived: (message: Message) => void };

/**
 * Received messages, the newest first, of which the newest survive a restart. Faults of the provider apply on arrival.
 */
export function openInbox({ book, name, arrived }: InboxOptions) {
  const kept = book.part(name, (): Stored => {
    const stored = messages.slice(0, KEPT_ON_DISK);
    return { messages: stored, read: stored.filter(({ id }) => read.has(id)).map(({ id }) => id) };
  });
  const messages: Message[] = kept.stored?.messages ?? [];
  const read = new Set<string>(kept.stored?.read);
  let held: { message: Message; release: NodeJS.Timeout } | null = null;

  function arrive(message: Message): void {
    messages.unshift(message);
    for (const { id } of messages.splice(KEPT)) read.delete(id);
    kept.save();
    arrived(message);
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
    isRead: (id: string) => read.has(id),
    unread: () => messages.filter(({ id }) => !read.has(id)).length,
    /** Notes that somebody has seen these messages. */
    see(ids: string[]): void {
      if (ids.every((id) => read.has(id))) return;
      for (const id of ids) read.add(id);
      kept.save();
    },
    empty(): void {
      messages.length = 0;
      read.clear();
      kept.save();
    },
    list: (to?: string) =>
      to === undefined ? [...messages] : messages.filter((message) => sameAddress(message.to) === sameAddress(to)),
  };
}

/** An unescaped plus in a query arrives as a space. */
function sameAddress(address: string): string {
  return address.trim().toLowerCase().replaceAll(" ", "+").replace(/^\+/, "");
}
