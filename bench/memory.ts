import { homeHeaders } from "./cached-home.ts";
import { send } from "./load.ts";
import { residentBytes } from "./process-cost.ts";
import { beside, ratioOf, type Ratio } from "./ratio.ts";
import { startSite } from "./running-site.ts";

const MIB = 1024 * 1024;
const PLANNED_MIB = 1_024;
/** Pages that every venue has. */
const PATHS = ["/", "/agenda", "/jeux", "/legal-notices", "/cgu"];
const SLUGS = [
  "port-serac",
  "valombre",
  "la-rochemar",
  "le-havrelac",
  "cap-ferrand",
  "aubenac",
  "sainte-orielle",
  "montreval",
  "blankenduin",
];

/**
 * Resident memory of a fresh site after 10,000 requests for all public pages of nine venues in two languages. Limit:
 * 1 GiB. `before` is the same of another checkout.
 */
export async function memory(root: string | null): Promise<Ratio> {
  const { after1000, after10000 } = await residentMiB(".");
  const before = root === null ? undefined : (await residentMiB(root)).after10000;
  return ratioOf("memory after 10,000 requests", {
    a: after10000,
    b: PLANNED_MIB,
    budget: 1,
    unit: "MiB",
    after1000,
    ...beside(before),
  });
}

async function residentMiB(root: string): Promise<{ after1000: number; after10000: number }> {
  const site = await startSite({ root });
  try {
    const visit = async (rounds: number) => {
      for (const slug of SLUGS)
        for (const language of ["fr", "en"])
          for (const path of PATHS) {
            const headers = { ...homeHeaders(site), host: site.hostOf(slug), "accept-language": language };
            const requests = Math.ceil(rounds / (SLUGS.length * 2 * PATHS.length));
            await send({ port: site.port, path, headers, requests, sockets: 16, status: 200 });
          }
      return residentBytes(site.pid) / MIB;
    };
    const after1000 = await visit(1_000);
    const after10000 = await visit(9_000);
    return { after1000, after10000 };
  } finally {
    await site.stop();
  }
}
