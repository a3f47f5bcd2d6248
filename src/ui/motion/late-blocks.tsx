import { Children, type ReactNode, Suspense, useEffect, useMemo, useState } from "react";
import { NavigationType, useNavigationType } from "react-router";
import { whenIdle } from "../document/when-idle.ts";
import { useHash } from "../hooks/use-hash.ts";
import { useServerMarkup } from "../hooks/use-server-markup.ts";

const inSuspense = (block: ReactNode) => <Suspense>{block}</Suspense>;

/**
 * The blocks of a long page below its first screen. Each hydrates by itself, so that a tap waits for its own block only. They are laid out
 * late (late-blocks.css), one by one: after the first paint (whole-page.ts), and of a page opened later when the browser is idle. All are laid out at once if the
 * address has a hash, and on the way back to a scroll position, because both need the true heights.
 */
export function LateBlocks({ children }: { children: ReactNode }) {
  // The same elements at every render: new ones would make React hydrate every block at once, without a pause for input.
  const blocks = useMemo(() => Children.map(Children.toArray(children), inSuspense), [children]);
  const turn = useIdleCount(blocks.length);
  const isServed = useServerMarkup();
  const isReturn = useNavigationType() === NavigationType.Pop && !isServed;
  const isWanted = useHash() !== "" || isReturn;
  return blocks.map((block, at) => (
    // The blocks of a page and their order do not change while it is open.
    <div key={at} className="late-block" suppressHydrationWarning data-near={isWanted || at < turn ? "" : undefined}>
      {block}
    </div>
  ));
}

/** Counts from 0 to `of`, one step whenever the browser is idle. */
function useIdleCount(of: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (turn >= of) return;
    let isOver = false;
    whenIdle(() => isOver || setTurn(turn + 1));
    return () => {
      isOver = true;
    };
  }, [turn, of]);
  return turn;
}
