import type { BlockDocument } from "../../contract.ts";

const STEPS_MAX = 100;

/** The states of a text that undo and redo go through. The newest of those behind is what is shown. */
export function openSteps() {
  let past: BlockDocument[] = [];
  let ahead: BlockDocument[] = [];
  return {
    begin(states: BlockDocument[]): void {
      past = states;
    },
    now: () => past.at(-1),
    /** Adds what was typed; nothing can be redone then. */
    type(document: BlockDocument): void {
      past = [...past, document].slice(-STEPS_MAX);
      ahead = [];
    },
    /** Adds states that undo goes back through. */
    add(...states: BlockDocument[]): void {
      past = [...past, ...states];
    },
    back(): BlockDocument | undefined {
      const [before, now] = [past.at(-2), past.at(-1)];
      if (before === undefined || now === undefined) return undefined;
      past = past.slice(0, -1);
      ahead = [...ahead, now];
      return before;
    },
    on(): BlockDocument | undefined {
      const next = ahead.at(-1);
      if (next === undefined) return undefined;
      ahead = ahead.slice(0, -1);
      past = [...past, next];
      return next;
    },
    counts: () => ({ back: past.length - 1, on: ahead.length }),
  };
}

export function same(one: BlockDocument, other: BlockDocument | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
