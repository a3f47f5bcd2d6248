const EVERY_MS = 2_000;

/** Renews the list of what happens, unless it is paused, hidden, or holds the focus. */
export function startFeed(): void {
  const feed = document.querySelector<HTMLElement>("[data-feed]");
  const list = feed?.querySelector("[data-feed-list]");
  const [button, live] = [feed?.querySelector("button"), feed?.querySelector<HTMLElement>("[data-live]")];
  if (feed === null || list === null || list === undefined) return;
  let isPaused = false;
  let shown = "";

  button?.addEventListener("click", () => {
    isPaused = !isPaused;
    button.setAttribute("aria-pressed", String(isPaused));
    if (live) live.textContent = (isPaused ? live.dataset["paused"] : live.dataset["live"]) ?? "";
  });
  setInterval(() => {
    if (!isPaused && !document.hidden && !list.contains(document.activeElement)) void renew();
  }, EVERY_MS);

  async function renew(): Promise<void> {
    const answer = await fetch(feed?.dataset["feed"] ?? "").catch(() => null);
    if (answer?.ok !== true || list === null || list === undefined) return;
    const { counts, html } = (await answer.json()) as { counts: Record<string, number>; html: string };
    if (html !== shown) list.innerHTML = html;
    shown = html;
    for (const [place, count] of Object.entries(counts)) showCount(place, count);
  }
}

/** The number beside a place in the menu. */
function showCount(place: string, count: number): void {
  const shown = document.querySelector<HTMLElement>(`[data-count="${place}"]`);
  if (shown === null) return;
  shown.hidden = count === 0;
  shown.textContent = count > 99 ? "99+" : String(count);
}
