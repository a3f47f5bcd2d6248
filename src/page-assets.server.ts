import { createHash } from "node:crypto";
import behaviours from "inline-script:./behaviours.ts";
import native from "inline-script:./native/native-page.ts";
import boot from "inline-script:./boot.ts";
import live from "inline-script:./live.ts";
import liveHours from "inline-script:./live-hours.ts";
import enrollment from "inline-script:./loyalty/pages/enrollment-script.ts";
import scanner from "inline-script:./loyalty/pages/scanner.ts";
import editor from "inline-script:./content/pages/editor/text-editor.ts";
import desk from "inline-script:./operators/pages/desk-script.ts";
import operator from "inline-script:./content/pages/editor/operator-page.tsx";
import member from "inline-script:./members/pages/member-script.ts";
import wallet from "inline-script:./wallet/pages/wallet-script.ts";
import scannerWasm from "zxing-wasm/reader/zxing_reader.wasm?url";
import forum from "./ui/fonts/forum.woff2?url";
import instrumentSans from "./ui/fonts/instrument-sans.woff2?url";
import { accountSheets } from "./members/pages/account-styles.server.ts";
import balanceLineCss from "./loyalty/pages/balance-line.css?inline";
import giftsCss from "./gifts/pages/gifts.css?inline";
import cardCss from "./loyalty/pages/card.css?inline";
import walletCss from "./wallet/pages/wallet.css?inline";
import dawnCss from "./ui/dawn.css?inline";
import figureCss from "./ui/figure.css?inline";
import operatorCss from "./content/pages/editor/operator.css?inline";
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
  [...accountSheets, memberCss, balanceLineCss, cardCss, giftsCss, dawnCss, figureCss, walletCss].join(""),
);

/** What popup=Cashless can do; it names it itself, so that nobody else's page fetches it. */
export const WALLET_SCRIPT = file("wallet", "js", wallet);

/** The same of the enrollment's page, which follows its dossier. */
export const ENROLLMENT_SCRIPT = file("enrollment", "js", enrollment);
/** The operator's tools in the page, and the text editor that comes with the first text under it. Named on operators' pages only. */
export const OPERATOR_SCRIPT = file("operator", "js", operator);
export const OPERATOR_STYLE = file("operator", "css", [...accountSheets.slice(0, 1), operatorCss].join(""));
export const EDITOR_SCRIPT = file("editor", "js", editor);
/** The back-office's own; named on its pages only. */
export const DESK_SCRIPT = file("desk", "js", desk);

/** What reads a card by the camera, and the decoder that it compiles; from this site like everything else. */
export const SCANNER = file("scanner", "js", scanner);
export const SCANNER_WASM = scannerWasm;

function file(name: string, ending: "js" | "css", text: string): { path: string; text: string } {
  return { path: `/assets/${name}-${createHash("sha256").update(text).digest("hex").slice(0, 10)}.${ending}`, text };
}

/** The texts that are written into every page's head; made at build time. */
export function pageAssets(): Pick<PageAssets, "css" | "boot" | "live" | "liveHours" | "behaviours" | "fonts"> {
  return { css, boot, live, liveHours, behaviours: BEHAVIOURS.path, fonts: [forum, instrumentSans] };
}
