import { cachedHome, revalidation } from "../bench/cached-home.ts";
import { lineOf, type Ratio } from "../bench/ratio.ts";
import { startSite } from "../bench/running-site.ts";
import { simultaneousMisses } from "../bench/simultaneous-misses.ts";

const site = await startSite();
try {
for (const f of [simultaneousMisses, cachedHome, revalidation]) process.stdout.write(lineOf(await (f as (s: typeof site) => Promise<Ratio>)(site)) + "\n");
} finally {
await site.stop();
}
