import { Kysely } from "kysely";
import pg from "pg";
import type { Tables } from "../../db/tables.ts";
import type { Database, Transaction } from "../../src/platform/database/database.server.ts";
import { PgliteError, type PgliteClient } from "../../src/platform/database/pglite/client.ts";
import { pgliteDialect } from "../../src/platform/database/pglite/dialect.ts";
import { answerOf, type QueryAnswer } from "../../src/platform/database/pglite/queries.ts";
import { driverTypes } from "../../src/platform/database/postgres.server.ts";
import { prepareBooks, type Raw } from "./books.ts";
import type { Tasks } from "./tasks.ts";

/**
 * What happens to a statement. "none": nothing. "die", "die-after": its node dies before it, or after its commit.
 * "lost", "lost-after": the connection is lost before or after the commit, which the caller cannot tell apart. "again":
 * the database asks for a retry.
 */
export type Fate = "none" | "die" | "die-after" | "lost" | "lost-after" | "again";
type Place = "statement" | "inside" | "commit";

/** What a running simulation provides to the engine. */
export type Stage = {
  tasks: Tasks;
  /** `text` is the statement. */
  fateOf: (place: Place, text: string) => Fate;
  /** Called when a transaction, or a statement outside one, has committed a change. */
  committed: () => void;
  /** Called when a node's process has died. */
  died: () => void;
};

export type Engine = Awaited<ReturnType<typeof openEngine>>;

/**
 * One connection to PostgreSQL, which runs the real SQL. Each seed sets its stage; without a stage nothing fails. Its
 * driver is the embedded database's, whose transactions also share one connection. `url` is a migrated database's.
 */
export async function openEngine(url: string) {
  const connection = new pg.Client({ connectionString: url, types: driverTypes });
  // A failed seed leaves it open, and the server may stop first.
  connection.on("error", () => undefined);
  await connection.connect();
  await connection.query("set time zone 'UTC'");
  const runPrepared = preparedStatements(connection);
  let stage: Stage | null = null;
  let transactions = 0;
  /** True if the open transaction, or the statement outside one, changed anything. */
  let hasWritten = false;
  /** What to do when the open transaction commits. */
  let afterCommit: (() => void)[] = [];

  async function meet(place: Place, text: string, rollBack: boolean): Promise<Fate> {
    const fate = stage === null || !stage.tasks.isTask() ? "none" : stage.fateOf(place, text);
    if (fate === "none" || fate.endsWith("-after")) return fate;
    if (rollBack) await connection.query("rollback");
    afterCommit = [];
    if (fate === "die") {
      stage?.died();
      await stage?.tasks.die();
    }
    throw fate === "again" ? tryAgain() : lost();
  }
  async function run(text: string, parameters: readonly unknown[]) {
    const answer = await runPrepared(text, parameters);
    hasWritten ||= (answer.affected ?? 0) > 0 || text.includes("ledger_post");
    return answer;
  }
  async function after(fate: Fate): Promise<void> {
    if (hasWritten) stage?.committed();
    hasWritten = false;
    if (fate === "die-after") {
      stage?.died();
      await stage?.tasks.die();
    }
    if (fate === "lost-after") throw lost();
  }

  /** True if the transaction has ended without its owner knowing; a ROLLBACK then does nothing. */
  let isGone = false;
  const client: PgliteClient = {
    async query(text, parameters, { transaction } = {}) {
      if (transaction !== undefined) {
        isGone = true;
        await meet("inside", text, true);
        isGone = false;
        return run(text, parameters);
      }
      await stage?.tasks.pause();
      const fate = await meet("statement", text, false);
      const answer = await run(text, parameters);
      await after(fate);
      return answer;
    },
    async begin(settings) {
      await stage?.tasks.pause();
      await meet("statement", "begin", false);
      await connection.query(`begin ${settings}`);
      hasWritten = false;
      isGone = false;
      afterCommit = [];
      return (transactions += 1);
    },
    async commit() {
      isGone = true;
      const fate = await meet("commit", "commit", true);
      const { command } = await connection.query("commit");
      const due = afterCommit;
      afterCommit = [];
      // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK and no error.
      if (command === "ROLLBACK") throw new PgliteError({ message: "the transaction was rolled back", code: "25P02" });
      for (const work of due) work();
      await after(fate);
    },
    async rollback() {
      afterCommit = [];
      if (!isGone) await connection.query("rollback");
    },
    listen: async () => undefined,
    unlisten: async () => undefined,
    dump: () => Promise.reject(new Error("A simulation is not dumped")),
    close: () => connection.end(),
  };
  const raw: Raw = async <Row>(text: string, parameters: unknown[]) =>
    (await connection.query(text, parameters)).rows as Row[];
  await prepareBooks(raw);
  const db = new Kysely<Tables>({ dialect: pgliteDialect(client) });
  const database: Database = {
    db,
    kind: "pglite",
    source: { pglite: client },
    notify: async () => undefined,
    listen: async () => async () => undefined,
    transact: <T>(work: (tx: Transaction) => Promise<T>) => db.transaction().execute(work),
    forMoney: (run) => run(),
    forJobs: (run) => run(),
    forHealth: (run) => run(),
    forMigrations: (run) => run(),
    withLock: (_key, run) => run(),
    // A simulation has no operators.
    forVenue: (_venue, run) => run(),
    close: () => connection.end(),
  };
  return {
    database,
    enter: (given: Stage | null) => void (stage = given),
    /** Runs `work` if and when the open transaction commits. */
    whenCommitted: (work: () => void) => void afterCommit.push(work),
    /** Runs a statement of the harness, which never fails. */
    raw,
  };
}

/** Prepares each statement once: a seed runs a few hundred statements thousands of times. */
function preparedStatements(connection: pg.Client): (text: string, values: readonly unknown[]) => Promise<QueryAnswer> {
  const names = new Map<string, string>();
  return async (text, values) => {
    const name = names.get(text) ?? `s${names.size + 1}`;
    names.set(text, name);
    const { rows, rowCount, command } = await connection.query({ name, text, values: [...values] });
    return answerOf([{ rows, command, rowCount: rowCount ?? 0 }]);
  };
}

function lost(): Error {
  return Object.assign(new Error("Connection terminated unexpectedly"), { code: "08006" });
}

function tryAgain(): Error {
  return Object.assign(new Error("could not serialize access"), { code: "40001" });
}
