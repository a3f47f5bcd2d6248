import { avatarUploads } from "../bench/avatar-uploads.ts";
import { cachedHome, revalidation, sessionResource } from "../bench/cached-home.ts";
import { clientLines } from "../bench/client-lines.ts";
import { clickToNextPage } from "../bench/click-to-next-page.ts";
import { caretBytes, sanitising, savingCost, visitorBytes } from "../bench/editing.ts";
import { exclusionRound } from "../bench/exclusion-round.ts";
import { giftBurns } from "../bench/gift-burns.ts";
import { interactions } from "../bench/interactions.ts";
import { ledgerGrowth } from "../bench/ledger-growth.ts";
import { postingsPerSecond } from "../bench/ledger.ts";
import { lighthouseHome, lighthousePages } from "../bench/lighthouse-pages.ts";
import { logIns } from "../bench/log-ins.ts";
import { homeUnderFlood } from "../bench/login-flood.ts";
import { memberPopup } from "../bench/member-popup.ts";
import { membersGrowth } from "../bench/members-growth.ts";
import { memory } from "../bench/memory.ts";
import { pageBytes } from "../bench/page-bytes.ts";
import { pageTimes } from "../bench/page-times.ts";
import { pictures } from "../bench/pictures.ts";
import { lineOf, type Ratio } from "../bench/ratio.ts";
import { type RunningSite, startSite, untilQuiet } from "../bench/running-site.ts";
import { saveToVisible } from "../bench/save-to-visible.ts";
import { simultaneousMisses } from "../bench/simultaneous-misses.ts";
import { startTime } from "../bench/start-time.ts";
import { taps } from "../bench/taps.ts";
import { unchangedPolls } from "../bench/unchanged-polls.ts";
import { walletOverHttp } from "../bench/wallet-http.ts";
import { walletMoney } from "../bench/wallet-money.ts";

type Measured = Promise<Ratio | Ratio[]>;

/**
 * `npm run bench [-- name … [--before=<directory>]]`: measures ratios and prints one JSON line each. Exits with 1 if
 * one exceeds its budget. With the directory of another built checkout, both sites run side by side and are compared
 * where possible.
 */
const onRunningSite: Record<string, (site: RunningSite, before: RunningSite | null) => Measured> = {
  misses: simultaneousMisses,
  home: cachedHome,
  session: sessionResource,
  "page-bytes": pageBytes,
  "page-times": pageTimes,
  taps,
  interactions,
  revalidation,
  pictures,
  lighthouse: lighthouseHome,
  pages: lighthousePages,
  click: clickToNextPage,
  popup: memberPopup,
  uploads: avatarUploads,
  flood: homeUnderFlood,
  saving: savingCost,
  "visitor-bytes": visitorBytes,
  caret: caretBytes,
};
const onOwnSite: Record<string, (before: string | null) => Measured> = {
  start: startTime,
  "log-ins": logIns,
  memory,
  lines: async (before) => clientLines(before),
  gifts: giftBurns,
  exclusions: exclusionRound,
  "members-growth": membersGrowth,
  ledger: ledgerGrowth,
  postings: postingsPerSecond,
  sanitise: sanitising,
  visible: saveToVisible,
  wallet: walletMoney,
  "wallet-http": walletOverHttp,
  polls: unchangedPolls,
};

const names = [...Object.keys(onRunningSite), ...Object.keys(onOwnSite)];
const BEFORE = "--before=";
const given = process.argv.slice(2);
const beforeRoot = given.find((word) => word.startsWith(BEFORE))?.slice(BEFORE.length) ?? null;
const wanted = given.filter((word) => !word.startsWith(BEFORE));
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(", ")}. There are: ${names.join(", ")}.\n`);
  process.exit(2);
}
const isWanted = ([name]: [string, unknown]) => wanted.length === 0 || wanted.includes(name);
const shared = Object.entries(onRunningSite).filter(isWanted);

if (shared.length > 0) {
  const sites = [await startSite()];
  try {
    if (beforeRoot !== null) sites.push(await startSite({ root: beforeRoot }));
    for (const site of sites) await untilQuiet(site);
    const [site, before = null] = sites;
    for (const [, measure] of shared) if (site !== undefined) print(await measure(site, before));
  } finally {
    for (const site of sites) await site.stop();
  }
}
for (const [, measure] of Object.entries(onOwnSite).filter(isWanted)) print(await measure(beforeRoot));

function print(ratios: Ratio | Ratio[]): void {
  for (const ratio of [ratios].flat()) {
    process.stdout.write(`${lineOf(ratio)}\n`);
    if (!ratio.ok) process.exitCode = 1;
  }
}
