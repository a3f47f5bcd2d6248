import { homeHeaders } from "./cached-home.ts";
import { send } from "./load.ts";
import { residentBytes } from "./process-cost.ts";
import { ratioOf, type Ratio } from "./ratio.ts";
import { startSite } from "./running-site.ts";

const MIB = 1024 * 1024;
const PLANNED_MIB = 1_024;
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

/** Resident memory of a fresh site after 10,000 requests for nine Homes in two languages, against the gibibyte it is planned with. */
export async function memory(): Promise<Ratio> {
  const site = await startSite();
  try {
    const visit = async (rounds: number) => {
      for (const slug of SLUGS) {
        for (const language of ["fr", "en"]) {
          const headers = { ...homeHeaders(site), host: site.hostOf(slug), "accept-language": language };
          await send({
            port: site.port,
            path: "/",
            headers,
            requests: Math.ceil(rounds / (SLUGS.length * 2)),
            sockets: 16,
            status: 200,
          });
        }
      }
      return residentBytes(site.pid) / MIB;
    };
    const after1000 = await visit(1_000);
    const after10000 = await visit(9_000);
    return ratioOf("memory after 10,000 requests", {
      a: after10000,
      b: PLANNED_MIB,
      budget: 1,
      unit: "MiB",
      after1000,
    });
  } finally {
    await site.stop();
  }
}
