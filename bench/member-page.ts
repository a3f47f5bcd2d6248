import { HOLE_CLOSE, HOLE_OPEN } from "../src/platform/holes.ts";
import { compressedOnce, pageBytes, withHoles } from "../src/platform/page-bytes.server.ts";
import { homeHeaders } from "./cached-home.ts";
import { getOnce } from "./get-once.ts";
import { send } from "./load.ts";
import { cpuMs } from "./process-cost.ts";
import { type Ratio, ratioOf } from "./ratio.ts";
import type { RunningSite } from "./running-site.ts";

const PAGES = 300;
const HITS = 4_000;
const SOCKETS = 16;
/** About what a member's header and menu weigh. */
const MEMBERS_WORDS = '<a class="masthead-me round" href="/?popup=Menu"><img alt="" src="/media/avatar"/></a>'.repeat(
  12,
);

/**
 * A member's Home, made of the cached bytes with the member's words in the hole and compressed for this one answer, against the
 * hit that sends the kept bytes: processor time of each, the member's measured in this process.
 */
export async function memberPage(site: RunningSite): Promise<Ratio> {
  const headers = homeHeaders(site);
  const plain = await getOnce({ port: site.port, path: "/", headers: { ...headers, "accept-encoding": "identity" } });
  const html = plain.body.toString().replace("</header>", `${HOLE_OPEN("entry")}${HOLE_CLOSE}</header>`);
  const page = pageBytes(html, { scripts: [], media: "" });
  await made(page, 50);
  const a = await made(page, PAGES);
  await hits(site, headers);
  const b = await hits(site, headers);
  return ratioOf("member page / hit", {
    a,
    b,
    budget: 25,
    unit: "µs",
    bytes: (await filled(page, MEMBERS_WORDS)).length,
  });
}

/** Microseconds of processor time for one member's page, the compressing threads included. */
async function made(page: ReturnType<typeof pageBytes>, count: number): Promise<number> {
  const before = cpuMs(process.pid);
  for (let at = 0; at < count; at++) await filled(page, `${MEMBERS_WORDS}${at}`);
  return ((cpuMs(process.pid) - before) * 1_000) / count;
}

function filled(page: ReturnType<typeof pageBytes>, entry: string): Promise<Buffer> {
  return compressedOnce(withHoles(page, { entry }).body, "brotli");
}

async function hits(site: RunningSite, headers: Record<string, string>): Promise<number> {
  const before = cpuMs(site.pid);
  await send({ path: "/", port: site.port, headers, status: 200, requests: HITS, sockets: SOCKETS });
  return ((cpuMs(site.pid) - before) * 1_000) / HITS;
}
