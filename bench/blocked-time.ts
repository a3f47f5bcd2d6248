/** The fields used of an event in the format of Chrome's traces. Times are microseconds. */
export type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
};

/** A task of up to this many milliseconds lets a tap through. */
const UNNOTICED_MS = 50;

/**
 * How long tasks of a page's main thread would hold up taps after its first paint on a phone that is `slowdown` times slower, in
 * milliseconds. Counts the processor time of each task, not the time until it ended: on a machine without a graphics card the browser
 * draws on the same processors, and a task waits for it several times as long as it works.
 */
export function blockedMs(events: TraceEvent[], slowdown: number): number {
  const paint = events.findLast(({ name }) => name === "firstContentfulPaint");
  if (paint === undefined) throw new Error("The trace has no first paint");
  const onMainThread = events.filter(
    ({ pid, tid, ph, ts }) => pid === paint.pid && tid === paint.tid && ph === "X" && ts >= paint.ts,
  );
  if (!onMainThread.some(({ tdur }) => tdur !== undefined)) throw new Error("The trace has no processor time");
  return outermost(onMainThread)
    .map(({ tdur = 0 }) => (tdur / 1_000) * slowdown - UNNOTICED_MS)
    .reduce((sum, held) => sum + Math.max(0, held), 0);
}

/** The events that lie within no other. */
function outermost(events: TraceEvent[]): TraceEvent[] {
  let end = 0;
  return events
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      const isWithin = ts < end;
      if (!isWithin) end = ts + dur;
      return !isWithin;
    });
}
