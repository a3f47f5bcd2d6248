import { createHash } from "node:crypto";
import behaviours from "inline-script:./behaviours.ts";
import native from "inline-script:./native/native-page.ts";
import boot from "inline-script:./boot.ts";
import live from "inline-script:./live.ts";
import liveHours from "inline-script:./live-hours.ts";
import member from "inline-script:./members/pages/member-script.ts";
import forum from "./ui/fonts/forum.woff2?url";
import instrumentSans from "./ui/fonts/instrument-sans.woff2?url";
import { accountSheets } from "./members/pages/account-styles.server.ts";
import balanceLineCss from "./loyalty/pages/balance-line.css?inline";
import giftsCss from "./gifts/pages/gifts.css?inline";
import cardCss from "./loyalty/pages/card.css?inline";
import dawnCss from "./ui/dawn.css?inline";
import figureCss from "./ui/figure.css?inline";
import memberCss from "./members/pages/member.css?inline";
import css from "./ui/styles.css?inline";
import type { PageAssets } from "./ui/page-assets.tsx";

/** The script of the page's behaviours under the address that changes with it. */
export const BEHAVIOURS = file("page", "js", behaviours);
/** The same of what members' pages have beyond it; pages name it in `data-script`. */
export const MEMBER_SCRIPT = file("member", "js", member);
/** What a page can do inside the app. Its address is known beforehand, so that no page spends bytes on naming it. */
export const NATIVE_SCRIPT = { path: "/assets/native.js", text: native };
/** The styles of what a member sees on public pages, whose own budget stays theirs. */
export const MEMBER_STYLE = file(
  "member",
  "css",
  [...accountSheets, memberCss, balanceLineCss, cardCss, giftsCss, dawnCss, figureCss].join(""),
);

function file(name: string, ending: "js" | "css", text: string): { path: string; text: string } {
  return { path: `/assets/${name}-${createHash("sha256").update(text).digest("hex").slice(0, 10)}.${ending}`, text };
}

/** The texts that are written into every page's head; made at build time. */
export function pageAssets(): Pick<PageAssets, "css" | "boot" | "live" | "liveHours" | "behaviours" | "fonts"> {
  return { css, boot, live, liveHours, behaviours: BEHAVIOURS.path, fonts: [forum, instrumentSans] };
}
