/**
 * While React hydrates, it stops each discrete event that it cannot place yet, on its way down from the document: the event
 * never reaches the element it was meant for, nor the page's own behaviours that listen there. A click in that moment would
 * be lost, and React keeps no copy of it. So until React has the page, its stop is without effect.
 */

/** React's list of what it stops and does not replay. */
const DISCRETE = (
  "mousedown mouseup touchcancel touchend touchstart auxclick dblclick pointercancel pointerdown pointerup dragend " +
  "dragstart drop compositionend compositionstart keydown keypress keyup input textInput copy cut paste click change " +
  "contextmenu reset"
).split(" ");
const CAPTURE = { capture: true, passive: true } as const;

/**
 * Runs `hydrate`, which starts React on the document, and lets discrete events pass it. The answer ends this: call it once
 * React has taken the page over, because from then on its handlers may stop what they like.
 */
export function withUnstoppedEvents(hydrate: () => void): () => void {
  for (const type of DISCRETE) addEventListener(type, disarm, CAPTURE);
  hydrate();
  // React listens on the document by now, so this is heard after it.
  for (const type of DISCRETE) document.addEventListener(type, rearm, CAPTURE);
  return () => {
    for (const type of DISCRETE) {
      removeEventListener(type, disarm, CAPTURE);
      document.removeEventListener(type, rearm, CAPTURE);
    }
  };
}

function disarm(event: Event): void {
  event.stopPropagation = () => undefined;
}

function rearm(event: Event): void {
  Reflect.deleteProperty(event, "stopPropagation");
}
