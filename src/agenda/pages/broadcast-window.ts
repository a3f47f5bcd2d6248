import { isPast, untilNext } from "./broadcast-times.ts";
import { programmeRefresher } from "./programme-refresh.ts";

/**
 * Re-checks the broadcast windows of announcements on a page that stays open (G28): a card whose end has passed goes, a
 * list whose last card went says that it is empty, a detail says that it is over. Checked when the page comes into sight
 * or back from history, and by one timer at the nearest end. A list page whose own instant has passed is fetched again.
 */
export function startBroadcastWindow(root: Document | Element): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = programmeRefresher(root, () => check());
  const check = () => {
    clearTimeout(timer);
    const now = Date.now();
    const changesAt = root.querySelector<HTMLElement>("[data-agenda-list]")?.dataset["agendaList"] ?? "";
    const wait = untilNext([...endOnes(root, now), changesAt], now);
    if (wait !== null) timer = setTimeout(follow, wait);
    return changesAt !== "" && isPast(changesAt, now);
  };
  const follow = () => {
    const isStale = check();
    if (isStale && document.visibilityState === "visible") refresh();
  };
  document.addEventListener("visibilitychange", follow);
  addEventListener("pageshow", (event) => event.persisted && follow());
  root.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-agenda-retry]")) refresh();
  });
  follow();
}

/** Shows what is over as over, and answers every end on the page. */
function endOnes(root: Document | Element, now: number): string[] {
  const marked = [...root.querySelectorAll<HTMLElement>("[data-until]")];
  for (const element of marked) {
    const isOver = isPast(untilOf(element), now);
    element.hidden = isOver;
    const said = element.nextElementSibling;
    if (said instanceof HTMLElement && said.matches("[data-ended]")) said.hidden = !isOver;
  }
  for (const list of root.querySelectorAll("[data-agenda]")) {
    const cards = [...list.querySelectorAll<HTMLElement>("[data-until]")];
    const empty = list.querySelector<HTMLElement>("[data-agenda-empty]");
    if (empty) empty.hidden = cards.some((card) => !isPast(untilOf(card), now));
  }
  return marked.map(untilOf);
}

function untilOf(element: HTMLElement): string {
  return element.dataset["until"] ?? "";
}
