import { types, type PGlite, type Results } from "@electric-sql/pglite";

/** `affected` is the count of an insert, update, delete or merge; other commands have none. */
export type QueryAnswer = { rows: Record<string, unknown>[]; affected?: number };

const COUNTED_COMMANDS = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** The same types as the pg driver's in postgres.server.ts. */
export const PARSERS = {
  [types.INT8]: (text: string) => BigInt(text),
  [types.DATE]: (text: string) => text,
  [types.INTERVAL]: (text: string) => text,
  [types.BYTEA]: (text: string) => new Uint8Array(Buffer.from(text.slice(2), "hex")),
};

/** PGlite's own way with bytes takes ten times as long, which pictures would feel. */
export const SERIALIZERS = {
  [types.BYTEA]: (bytes: Uint8Array) =>
    `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")}`,
};

/** Runs statements and gives their rows. With `hasNumberInt8` whole numbers come as numbers, which the job queue expects. */
export async function runQuery(
  database: PGlite,
  { sql, parameters, hasNumberInt8 }: { sql: string; parameters: readonly unknown[]; hasNumberInt8?: boolean },
): Promise<QueryAnswer> {
  const options = hasNumberInt8 === true ? { parsers: { [types.INT8]: Number } } : {};
  if (parameters.length > 0) return answerOf([await database.query(sql, [...parameters], options)]);
  // Without parameters the simple protocol takes several statements at once, as the pg driver does.
  return answerOf(await database.exec(sql, options));
}

/** The rows of all statements, the count of the last. */
function answerOf(results: Results[]): QueryAnswer {
  const rows = results.length === 1 ? results[0]!.rows : results.flatMap((result) => result.rows);
  const last = results.at(-1);
  return COUNTED_COMMANDS.has(last?.command ?? "") ? { rows, affected: last?.rowCount ?? 0 } : { rows };
}
