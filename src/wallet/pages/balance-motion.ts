import { figureCells } from "../../ui/figure-cells.ts";
import { money } from "../../venues/numbers.ts";

const MOTION_MS = 900;

/** Lets the balance run from what it was to what it is. What is read out stands still, and where motion is reduced so does the figure. */
export function moveBalance(body: HTMLElement, from: bigint): void {
  const place = body.querySelector<HTMLElement>("[data-balance]");
  const to = BigInt(place?.dataset["balance"] ?? "0");
  if (place === null || from === to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const locale = document.documentElement.lang === "en" ? "en" : "fr";
  const began = performance.now();
  const step = (now: number) => {
    const done = Math.min(1, Math.max(0, (now - began) / MOTION_MS));
    const eased = 1 - (1 - done) ** 3;
    const shown = done === 1 ? to : from + BigInt(Math.round(Number(to - from) * eased));
    write(place, money(shown, "EUR", locale));
    if (done < 1 && place.isConnected) requestAnimationFrame(step);
  };
  step(began);
}

function write(place: HTMLElement, text: string): void {
  for (const figure of place.querySelectorAll(".balance-figure")) {
    const cells = figureCells(text).map(({ character, kind }) => {
      const cell = document.createElement("i");
      if (kind !== undefined) cell.className = kind;
      cell.textContent = character;
      return cell;
    });
    figure.replaceChildren(...cells);
  }
}
