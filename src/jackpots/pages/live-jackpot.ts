import { whileVisible } from "../../ui/while-visible.ts";
import { formatNumber } from "../../venues/numbers.ts";

const LIVE_AMOUNT = "/api/site/jackpot/MEGAPOT/live";
const POLL_MS = 60_000;
const PATIENCE_MS = 8_000;
/** Section 9: the counter starts this many units below the amount and reaches it in three minutes. */
const HEAD_START = 20;
const CLIMB_MS = 180_000;
/** The water answers more slowly than the figure moves. */
const REFLECTION_MS = 1_000;

type Climb = { from: number; to: number; startedAt: number };

/** Fetches the live Megapot while the page is in sight and lets its figure climb; says so where no amount can be had. */
export function startLiveJackpot(root: Document | Element): void {
  const box = root.querySelector<HTMLElement>("[data-megapot]");
  const figure = box?.querySelector<HTMLElement>("[data-figure]");
  const reflection = box?.querySelector<HTMLElement>("[data-reflection]");
  if (!box || !figure) return;
  let climb: Climb | null = null;
  const counter = countInSight(figure, reflection, () => climb);

  const poll = async () => {
    const amount = await liveAmount();
    if (amount === null) {
      if (climb === null) box.dataset["megapot"] = "offline";
      return;
    }
    if (amount === climb?.to) return;
    climb = climbTo(amount, climb, performance.now());
    box.dataset["megapot"] = "live";
    figure.role = "img";
    figure.ariaLabel = (box.dataset["name"] ?? "{amount}").replace("{amount}", formatted(amount, languageOfPage()));
    counter.wake();
  };
  whileVisible(() => void poll(), POLL_MS);
}

/** A new amount is climbed to from where the figure stands, and never from further below than the head start. */
export function climbTo(to: number, before: Climb | null, now: number): Climb {
  const start = to - HEAD_START;
  const shown = before === null ? start : valueAt(before, now);
  return { from: Math.min(to, Math.max(start, shown)), to, startedAt: now };
}

/** The value of a climb at `now`, in currency units. */
export function valueAt({ from, to, startedAt }: Climb, now: number): number {
  return from + (to - from) * Math.min(1, Math.max(0, now - startedAt) / CLIMB_MS);
}

export type Cell = { text: string; kind: "" | "gap" | "point" | "sign" };

/** An amount as the cells of a figure: one a character, with its currency sign where the language puts it. */
export function cellsOf(amount: number, language: "fr" | "en"): Cell[] {
  const text = language === "fr" ? `${formatted(amount, "fr")}\u00a0€` : `€${formatted(amount, "en")}`;
  const point = text.length - (language === "fr" ? 5 : 3);
  return text.split("").map((character, at) => {
    if (/\d/.test(character)) return { text: character, kind: "" };
    return { text: character, kind: character === "€" ? "sign" : at === point ? "point" : "gap" };
  });
}

/** '1 284 503,62' or '1,284,503.62'. Not Intl, whose data a browser loads in a long task. */
function formatted(amount: number, language: "fr" | "en"): string {
  return formatNumber(amount, language, 2);
}

async function liveAmount(): Promise<number | null> {
  try {
    const answer = await fetch(LIVE_AMOUNT, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const { data } = (await answer.json()) as { data?: { data?: { amount?: unknown } } };
    const amount = data?.data?.amount;
    return answer.ok && typeof amount === "number" ? amount : null;
  } catch {
    return null;
  }
}

/** Moves the cents while the figure is on screen, and only then. */
function countInSight(figure: HTMLElement, reflection: HTMLElement | null | undefined, current: () => Climb | null) {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const mirror = paced((cells) => reflection && fill(reflection, cells), REFLECTION_MS);
  let isInSight = false;
  let frame = 0;
  let shown = "";
  const step = (now: number) => {
    frame = 0;
    const climb = current();
    if (climb === null) return;
    const value = isStill ? climb.to : valueAt(climb, now);
    const cents = (Math.floor(value * 100 + 1e-6) / 100).toFixed(2);
    if (cents !== shown) {
      shown = cents;
      const cells = cellsOf(Number(cents), languageOfPage());
      fill(figure, cells);
      mirror(cells, now, value === climb.to);
    }
    if (isInSight && value < climb.to) wake();
  };
  const wake = () => {
    frame ||= requestAnimationFrame(step);
  };
  new IntersectionObserver(([entry]) => {
    isInSight = entry?.isIntersecting === true;
    if (isInSight) wake();
  }).observe(figure.parentElement ?? figure);
  return { wake };
}

function paced(work: (cells: Cell[]) => void, everyMs: number) {
  let last = Number.NEGATIVE_INFINITY;
  return (cells: Cell[], now: number, isLast: boolean) => {
    if (!isLast && now - last < everyMs) return;
    last = now;
    work(cells);
  };
}

/** Writes the cells that changed; the row is made anew only when the amount gains a place. */
function fill(row: HTMLElement, cells: Cell[]): void {
  if (row.children.length !== cells.length) row.replaceChildren(...cells.map(() => document.createElement("i")));
  cells.forEach(({ text, kind }, index) => {
    const cell = row.children[index];
    if (!cell || cell.textContent === text) return;
    cell.textContent = text;
    cell.className = kind;
  });
}

function languageOfPage(): "fr" | "en" {
  return document.documentElement.lang === "en" ? "en" : "fr";
}
