import pg from "pg";
import { sql } from "kysely";
import type { Member } from "../../src/accounts/member.ts";
import { inTransaction, openDatabase } from "../../src/platform/database/database.server.ts";
import { openWallet } from "../../src/wallet/wallets.server.ts";
import { openTestApp } from "../support/test-app.ts";
import { prepare } from "../support/pglite-snapshot.ts";
import { openTestSandbox } from "../support/sandbox.ts";
import type { Raw } from "../simulator/books.ts";
import { insertMember, insertUnlock, memberOf } from "../simulator/made-world.ts";
import { openNodes } from "./nodes.ts";
import { judge, live, type KillRun } from "./kill-run-members.ts";

const SITE = 151;
const MEMBERS = 6;
const NAME = "kill_run";

/** Two nodes over a PostgreSQL at `url(database)`, the sandbox's bank, and members who top up while `trouble` runs. */
export async function openKillRun(url: (database: string) => string) {
  const members = Array.from({ length: MEMBERS }, (_, at) => memberOf(String(30_000_000 + at), 0x3000_0000 + at, 0));
  const admin = await openDatabase({ url: url("postgres") });
  await sql`create database ${sql.id(NAME)}`.execute(admin.db);
  await admin.close();
  await furnish(url(NAME), members);
  let turn = 0;
  const sandbox = await openTestSandbox(() => new Date(), {
    deliver: (address, { headers, body }) =>
      nodes.call((turn += 1), { method: "POST", path: new URL(address).pathname, headers, body }),
  });
  const nodes = await openNodes(url(NAME), sandbox.url);

  return {
    nodes,
    /** Returns the problems at the end, and how many top-ups were seen as credited. */
    async during(trouble: () => Promise<void>): Promise<{ problems: string[]; credited: number }> {
      const run: KillRun = {
        nodes,
        sandbox,
        members,
        told: { payments: new Map(), cash: new Map(), approvals: new Set() },
        seen: new Set(),
      };
      let isOver = false;
      const lives = Promise.all(members.map((member) => live(run, member, () => isOver)));
      await Promise.all([lives, trouble().finally(() => (isOver = true))]);
      const { database, client, raw } = await connect(url(NAME));
      try {
        const ended = nodes.endedByThemselves();
        const problems = await judge(run, database, raw);
        if (ended > 0) problems.push(`${ended} nodes ended by themselves`);
        return { problems, credited: run.seen.size };
      } finally {
        await client.end();
        await database.close();
      }
    },
    async close(): Promise<void> {
      nodes.stop();
      await sandbox.close();
    },
  };
}

async function connect(url: string) {
  const database = await openDatabase({ url });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const raw: Raw = async <Row>(text: string, values: unknown[]) => (await client.query(text, values)).rows as Row[];
  return { database, client, raw };
}

async function furnish(url: string, members: Member[]): Promise<void> {
  const { database, client, raw } = await connect(url);
  await prepare(database);
  const opened = await openTestApp(database, { venues: ["port-serac"], pictures: "stand-ins" });
  const venue = opened.services.table.bySite(SITE);
  if (venue === undefined) throw new Error("The venue is not there");
  for (const member of members) {
    await insertMember(raw, member, new Date());
    // The handle is valid for a week before its first use, and then for ten minutes after each use.
    await insertUnlock(raw, member, SITE, new Date(Date.now() + 7 * 86_400_000));
    await inTransaction(database, (tx) => openWallet(opened.world, tx, member.playersPlusId ?? "", venue));
  }
  await opened.close();
  await client.end();
  await database.close();
}
