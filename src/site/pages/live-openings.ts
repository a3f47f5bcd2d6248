import { whileVisible } from "../../ui/motion/while-visible.ts";
import { toldAt } from "../../venues/hours/cached-openings.ts";
import { REFRESH_MS } from "../../venues/hours/clock-limits.ts";

/** Keeps the lines about what is open now up to date from the first paint, until React takes over (open-line.tsx). */
export function startLiveOpenings(root: Document): void {
  const lines = [...root.querySelectorAll<HTMLElement>("[data-openings]")].map((line) => ({
    line,
    openings: line.dataset["openings"] ?? "",
  }));
  const tell = () => {
    if (root.documentElement.hasAttribute("data-hydrated")) return;
    for (const { line, openings } of lines) {
      const now = toldAt(openings, Date.now());
      if (now === null) continue;
      line.dataset["state"] = now.state;
      if (line.textContent !== now.words) line.textContent = now.words;
    }
  };
  whileVisible(tell, REFRESH_MS);
}
