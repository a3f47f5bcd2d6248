import "./base.css";
import "./pages.css";
import "./stories.css";
import "./split.css";
import "./bank.css";
import "./faults.css";
import "./places.css";
import { startBoard } from "./board.ts";
import { startCopying } from "./copying.ts";
import { startFeed } from "./feed.ts";
import { startScanners } from "./scanner.ts";

/** What the sandbox's pages do in the browser. Every page works without it, but for the live list, copying and the scanner. */
startCopying();
startFeed();
startBoard();
startScanners();
// In a narrow window the menu is a row that scrolls.
document.querySelector(".menu [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
for (const form of document.querySelectorAll<HTMLFormElement>("form[data-send-at-once]")) form.submit();
