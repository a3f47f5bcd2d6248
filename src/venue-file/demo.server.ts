import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { demoLogIns, eraseDemoAccounts, hasOwnAccounts } from "../accounts/demo.server.ts";
import { endDemoKeys, sitesWithDemoKey } from "../floor/demo-keys.server.ts";
import { inTransaction, projectPath } from "../platform/database/database.server.ts";
import type { CommandResult } from "../platform/commands.server.ts";
import { bumpTags } from "../platform/page-cache/tags.server.ts";
import type { World } from "../platform/world.ts";
import { GROUP_TAG, venueTag } from "../venues/venue.ts";
import { HOSTS_TAG } from "./import/import.server.ts";

type Stored = { id: number; slug: string; is_visible: boolean };

/** The files of the demonstration's venues, by slug. */
export function demoVenueFiles(): Map<string, string> {
  const dir = dirname(projectPath("demo/venues/port-serac.json"));
  const names = readdirSync(dir).filter((name) => name.endsWith(".json"));
  return new Map(names.sort().map((name) => [name.slice(0, -".json".length), join(dir, name)]));
}

/**
 * Why production does not start on this database: people who know the published passwords and keys of the demonstration could use them,
 * and visitors would see casinos that do not exist. A line for each kind, and one with the remedy; none if there is nothing.
 */
export async function demoProblems(world: Pick<World, "database" | "now">): Promise<string[]> {
  const logIns = await demoLogIns(world);
  const sites = await sitesWithDemoKey(world);
  const { demo, own } = await storedVenues(world);
  const visible = demo.filter(({ is_visible: isVisible }) => isVisible).map(({ slug }) => slug);
  const problems = [
    ...(logIns.length > 0 ? [`demo log-ins are in the database: ${logIns.join(", ")}`] : []),
    ...(sites.length > 0 ? [`demo keys of the floor are valid at the sites ${sites.join(", ")}`] : []),
    ...(visible.length > 0 ? [`demo venues are visible: ${visible.join(", ")}`] : []),
  ];
  if (problems.length === 0) return [];
  const holdsMore = own.length > 0 || (await hasOwnAccounts(world));
  return [...problems, holdsMore ? "npm run demo -- remove removes them" : NOTHING_ELSE];
}

const NOTHING_ELSE =
  "the database holds nothing but the demo: start on a new one (DATABASE_URL, or DATA_DIR for the embedded database)";
const USAGE = ["Usage: npm run demo -- remove"];

/**
 * `npm run demo -- remove`: ends the demonstration's floor keys, erases its persons and hides its venues, where top-ups end too. Entries
 * of the ledger stay and name nobody. It may be repeated.
 */
export async function demoCommand(world: World, [verb, ...rest]: string[]): Promise<CommandResult> {
  if (verb !== "remove" || rest.length > 0) return { code: 2, lines: USAGE };
  const keys = await endDemoKeys(world);
  const persons = await eraseDemoAccounts(world);
  const hidden = await hideDemoVenues(world);
  const lines = [
    `${keys} keys of the floor were ended, ${persons} persons erased, ${hidden} venues hidden.`,
    ...(world.config.isProduction ? [] : ["A start with the sandbox brings the demo's log-ins back."]),
  ];
  const isOnlyDemo = (await storedVenues(world)).own.length === 0 && !(await hasOwnAccounts(world));
  return { code: 0, lines: isOnlyDemo ? [...lines, `Nothing else is here: ${NOTHING_ELSE}.`] : lines };
}

/** The venues of this database: those of the demonstration, by id and slug, and the others. */
async function storedVenues({ database }: Pick<World, "database">): Promise<{ demo: Stored[]; own: Stored[] }> {
  const files = demoVenueFiles();
  const rows = await database.db
    .selectFrom("establishments")
    .select(["id", "slug", "is_visible"])
    .orderBy("id")
    .execute();
  const isDemo = ({ id, slug }: Stored) => {
    const file = files.get(slug);
    return file !== undefined && idIn(file) === id;
  };
  return { demo: rows.filter(isDemo), own: rows.filter((row) => !isDemo(row)) };
}

function idIn(file: string): number {
  const { establishment } = JSON.parse(readFileSync(file, "utf8")) as { establishment: { id: number } };
  return establishment.id;
}

async function hideDemoVenues(world: Pick<World, "database">): Promise<number> {
  const { demo } = await storedVenues(world);
  const ids = demo.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await inTransaction(world.database, async (tx) => {
    await tx.updateTable("establishments").set({ is_visible: false }).where("id", "in", ids).execute();
    await tx
      .updateTable("projects")
      .set({ config: sql`config || '{"cashless": false}'` })
      .where("establishment_id", "in", ids)
      .execute();
    await bumpTags(world.database, tx, [HOSTS_TAG, GROUP_TAG, ...ids.map(venueTag)]);
  });
  return demo.filter(({ is_visible: isVisible }) => isVisible).length;
}
