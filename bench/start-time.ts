import { ratioOf, type Ratio } from "./ratio.ts";
import { startSite } from "./running-site.ts";

const ABOUT_TWO_SECONDS = 2_000;
const STARTS = 3;

/**
 * The time of `npm start` on built, loaded data until the first 200 of /readyz: the best of three, because other work
 * on the machine can only add.
 */
export async function startTime(): Promise<Ratio> {
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const site = await startSite({ command: ["bin/run.mjs", "start"], withSandbox: true });
    times.push(site.readyMs);
    await site.stop();
  }
  return ratioOf("start on loaded data", { a: Math.min(...times), b: ABOUT_TWO_SECONDS, budget: 1.25, unit: "ms" });
}
