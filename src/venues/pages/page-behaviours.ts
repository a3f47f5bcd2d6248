import { startHeaderScroll } from "../../ui/header-scroll.ts";
import { inTurn } from "../../ui/in-turn.ts";
import { startLayingOut } from "../../ui/lay-out.ts";
import { startReveal } from "../../ui/reveal.ts";
import { startSheets } from "../../ui/sheet.ts";
import { startScrollPosition } from "../../ui/scroll-position.ts";
import { startSpeculation } from "../speculation-rules.ts";
import { startAnchorLinks } from "./anchor-links.ts";

/** What a page of a venue can do beyond links and forms. None of it is needed to read or use the page; what a tap needs comes first. */
export function startPageBehaviours(root: Document): void {
  startSheets(root, "consent");
  inTurn([
    () => startHeaderScroll(root),
    () => startLayingOut(root),
    () => startAnchorLinks(root),
    () => startReveal(root),
    () => startScrollPosition(),
    () => startSpeculation(root),
  ]);
}
