import type { Book } from "./book.ts";
import type { DemoVenue } from "./venues.ts";

/** What the journal tells about an event: texts and numbers that its page puts into a sentence. */
type Facts = Record<string, string | number | null>;
const KINDS = [
  "mail",
  "sms",
  "payment",
  "bank",
  "webhook",
  "identity",
  "sign_in",
  "notice",
  "pass",
  "push",
  "exclusions",
  "floor",
  "jackpot",
  "app",
  "fault",
  "fault_met",
  "repair",
] as const;
export type EventKind = (typeof KINDS)[number];
/**
 * Something that happened. Events with one `cause` belong together, such as a payment, its webhook and its receipt.
 * `venue` is a slug. `times` counts repetitions in a row.
 */
export type JournalEvent = {
  id: number;
  at: string;
  kind: EventKind;
  facts: Facts;
  cause: string | null;
  venue: string | null;
  times: number;
};
type Told = { facts?: Facts; cause?: string | null; venue?: DemoVenue | null };
export type Journal = ReturnType<typeof openJournal>;

const KEPT = 300;

/** What happens in the outside world, the newest first. It holds no codes, passwords or tokens. */
export function openJournal(book: Book, now: () => Date) {
  const kept = book.part<JournalEvent[]>("journal", () => events);
  const events: JournalEvent[] = kept.stored ?? [];

  return {
    list: (): readonly JournalEvent[] => events,
    tell(kind: EventKind, { facts = {}, cause = null, venue = null }: Told = {}): void {
      const at = now().toISOString();
      const [last] = events;
      const event = { kind, facts, cause, venue: venue?.slug ?? null };
      if (last !== undefined && isRepeated(last, event)) {
        last.times += 1;
        last.at = at;
      } else events.unshift({ id: (last?.id ?? 0) + 1, at, ...event, times: 1 });
      events.length = Math.min(events.length, KEPT);
      kept.save();
    },
    clear(): void {
      events.length = 0;
      kept.save();
    },
  };
}

function isRepeated(last: JournalEvent, next: Pick<JournalEvent, "kind" | "facts" | "cause" | "venue">): boolean {
  const { kind, facts, cause, venue } = last;
  return JSON.stringify({ kind, facts, cause, venue }) === JSON.stringify(next);
}
