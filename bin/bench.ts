import { avatarUploads } from "../bench/avatar-uploads.ts";
import { cachedHome, revalidation } from "../bench/cached-home.ts";
import { clickToNextPage } from "../bench/click-to-next-page.ts";
import { caretBytes, sanitising, savingCost, visitorBytes } from "../bench/editing.ts";
import { giftBurns } from "../bench/gift-burns.ts";
import { ledgerGrowth } from "../bench/ledger-growth.ts";
import { postingsPerSecond } from "../bench/ledger.ts";
import { lighthouseHome, lighthousePages } from "../bench/lighthouse-pages.ts";
import { logIns } from "../bench/log-ins.ts";
import { homeUnderFlood } from "../bench/login-flood.ts";
import { memberPopup } from "../bench/member-popup.ts";
import { membersGrowth } from "../bench/members-growth.ts";
import { memory } from "../bench/memory.ts";
import { pictures } from "../bench/pictures.ts";
import { lineOf, type Ratio } from "../bench/ratio.ts";
import { type RunningSite, startSite, untilQuiet } from "../bench/running-site.ts";
import { saveToVisible } from "../bench/save-to-visible.ts";
import { simultaneousMisses } from "../bench/simultaneous-misses.ts";
import { startTime } from "../bench/start-time.ts";
import { unchangedPolls } from "../bench/unchanged-polls.ts";
import { walletOverHttp } from "../bench/wallet-http.ts";
import { walletMoney } from "../bench/wallet-money.ts";

/** `npm run bench [-- name …]`: ratios side by side, one JSON line each; ends with 1 where one is over its budget. */
const onRunningSite: Record<string, (site: RunningSite) => Promise<Ratio | Ratio[]>> = {
  misses: simultaneousMisses,
  home: cachedHome,
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
const onOwnSite: Record<string, () => Promise<Ratio | Ratio[]>> = {
  start: startTime,
  "log-ins": logIns,
  memory,
  gifts: giftBurns,
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
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(", ")}. There are: ${names.join(", ")}.\n`);
  process.exit(2);
}
const isWanted = ([name]: [string, unknown]) => wanted.length === 0 || wanted.includes(name);
const shared = Object.entries(onRunningSite).filter(isWanted);

if (shared.length > 0) {
  const site = await startSite();
  try {
    await untilQuiet(site);
    for (const [, measure] of shared) print(await measure(site));
  } finally {
    await site.stop();
  }
}
for (const [, measure] of Object.entries(onOwnSite).filter(isWanted)) print(await measure());

function print(ratios: Ratio | Ratio[]): void {
  for (const ratio of [ratios].flat()) {
    process.stdout.write(`${lineOf(ratio)}\n`);
    if (!ratio.ok) process.exitCode = 1;
  }
}
