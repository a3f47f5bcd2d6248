import { Children, type ReactNode, Suspense } from "react";
import { NavigationType, useNavigationType } from "react-router";
import { useHash } from "../hooks/use-hash.ts";
import { useServerMarkup } from "../hooks/use-server-markup.ts";
import { useTurns } from "../hooks/use-turns.ts";

/**
 * The blocks of a long page below its first screen. Each hydrates by itself, so that a tap waits for its own block only. They
 * are laid out late (late-blocks.css), one after the other when the browser has nothing else to do; all at once where the
 * address names a place on the page, and on the way back to where the page was left, because a way of guessed lengths ends
 * in the wrong place.
 */
export function LateBlocks({ children }: { children: ReactNode }) {
  const blocks = Children.toArray(children);
  const turn = useTurns(blocks.length);
  const isServed = useServerMarkup();
  const isReturn = useNavigationType() === NavigationType.Pop && !isServed;
  const isWanted = useHash() !== "" || isReturn;
  return blocks.map((block, at) => (
    // A page has the same blocks in the same order while it is open.
    <div key={at} className="late-block" data-near={isWanted || at < turn ? "" : undefined}>
      <Suspense>{block}</Suspense>
    </div>
  ));
}
