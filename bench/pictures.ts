import { uploadPictures, untilVariantsAreMade } from "./fresh-pictures.ts";
import { send } from "./load.ts";
import { cpuMs, findProcess } from "./process-cost.ts";
import { ratioOf, type Ratio } from "./ratio.ts";
import { type RunningSite, untilQuiet } from "./running-site.ts";

const KEYS = ["bench-one", "bench-two"] as const;
const VISITORS = 200;
const VARIANTS_MS = 20_000;

/**
 * Two uploads. First the processor time of one picture's variants; then 200 requests at once for a variant that is not made
 * ahead (a JPEG width), against one request for it: the encoder works as long for both, because it makes the variant once.
 */
export async function pictures(site: RunningSite): Promise<Ratio[]> {
  const idle = encoderMs(site);
  await uploadPictures(site, [...KEYS]);
  for (const key of KEYS) await untilVariantsAreMade(site, key);
  await untilQuiet(site);
  const variants = (encoderMs(site) - idle) / KEYS.length;

  const [one, two] = KEYS;
  const crowds = [await missing(site, one, 1800, VISITORS)];
  const singles = [await missing(site, two, 1800, 1), await missing(site, one, 1500, 1)];
  crowds.push(await missing(site, two, 1500, VISITORS));
  return [
    ratioOf("variants of one upload", { a: variants, b: VARIANTS_MS, budget: 1, unit: "ms" }),
    ratioOf("200 requests for a missing variant / one", {
      a: sum(crowds),
      b: sum(singles),
      budget: 1.5,
      unit: "ms of encoding",
    }),
  ];
}

/** The encoder's processor time in milliseconds for requests for a variant that does not exist yet. */
async function missing(site: RunningSite, key: string, width: number, requests: number): Promise<number> {
  const before = encoderMs(site);
  const headers = { host: site.hostOf("bientot"), accept: "image/jpeg" };
  await send({
    port: site.port,
    path: `/media/${key}?width=${width}`,
    headers,
    requests,
    sockets: requests,
    status: 200,
  });
  return encoderMs(site) - before;
}

function encoderMs({ pid }: RunningSite): number {
  const encoder = findProcess(pid, "encoder/child");
  return encoder === undefined ? 0 : cpuMs(encoder);
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
