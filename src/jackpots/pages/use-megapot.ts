import { type RefObject, useEffect, useRef, useState } from "react";
import { useInView } from "../../ui/hooks/use-in-view.ts";
import { jsonQuestion, usePoll } from "../../ui/hooks/use-poll.ts";
import { centsAt, type CountUp, countUpTo } from "./count-up.ts";

const EVERY_MS = 60_000;
/** Milliseconds between two updates of the reflection. */
const REFLECTION_MS = 1_000;

type Live = { data: { data: { amount: number | null } } };
const LIVE_AMOUNT = jsonQuestion<Live>("/api/site/jackpot/MEGAPOT/live");

/** The shown number, and the number in its mirror image below, which is updated less often. Both in cents. */
type Shown = { cents: number; reflected: number };

export type Megapot = {
  /** "offline" where no amount could be loaded; an amount once loaded stays. */
  state: "loading" | "live" | "offline";
  /** The amount to which the figure counts up, in euros. */
  amount: number | null;
  shown: Shown | null;
};

/** Follows the live Megapot. Its figure counts up while `ref` is in the window. */
export function useMegapot(ref: RefObject<Element | null>): Megapot {
  const { answer, failures } = usePoll(LIVE_AMOUNT, { everyMs: EVERY_MS, isEager: true });
  const amount = useLastKnown(answer?.data.data.amount ?? null);
  const shown = useClimb(amount, useInView(ref));
  if (shown !== null) return { state: "live", amount, shown };
  return { state: answer === null && failures === 0 ? "loading" : "offline", amount, shown };
}

/** The last amount, where the floor has none for a while. */
function useLastKnown(amount: number | null): number | null {
  const [last, setLast] = useState(amount);
  if (amount !== null && amount !== last) setLast(amount);
  return amount ?? last;
}

function useClimb(amount: number | null, isInView: boolean): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null);
  const countUp = useRef<CountUp | null>(null);
  useEffect(() => {
    if (amount === null) return;
    const current =
      countUp.current?.to === amount ? countUp.current : countUpTo(amount, countUp.current, performance.now());
    countUp.current = current;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    let frame = 0;
    let reflectedAt = Number.NEGATIVE_INFINITY;
    const step = (now: number) => {
      const cents = isStill ? Math.round(amount * 100) : centsAt(current, now);
      const isThere = cents >= Math.round(amount * 100);
      const isReflected = isThere || now - reflectedAt >= REFLECTION_MS;
      if (isReflected) reflectedAt = now;
      setShown((before) => shownAt(cents, isReflected || before === null ? cents : before.reflected, before));
      if (isInView && !isThere) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [amount, isInView]);
  return shown;
}

/** Returns the same object where nothing changed, so that React does not render again. */
function shownAt(cents: number, reflected: number, before: Shown | null): Shown {
  return before?.cents === cents && before.reflected === reflected ? before : { cents, reflected };
}
