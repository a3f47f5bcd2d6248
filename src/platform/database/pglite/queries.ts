import { messages, parse, protocol, types, type PGlite, type Results } from "@electric-sql/pglite";

/** `affected` is the count of an insert, update, delete or merge; other commands have none. */
export type QueryAnswer = { rows: Record<string, unknown>[]; affected?: number };

const COUNTED_COMMANDS = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);

/** The same JavaScript types as the pg driver gives in postgres.server.ts. */
export const PARSERS = {
  [types.INT8]: (text: string) => BigInt(text),
  [types.DATE]: (text: string) => text,
  [types.INTERVAL]: (text: string) => text,
  [types.BYTEA]: (text: string) => new Uint8Array(Buffer.from(text.slice(2), "hex")),
};

/** PGlite's own serializer of bytes is ten times slower, which matters for pictures. */
export const SERIALIZERS = {
  [types.BYTEA]: (bytes: Uint8Array) =>
    `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex")}`,
};

/** Runs statements and returns their rows. With `hasNumberInt8`, int8 values are numbers, as the job queue expects. */
export async function runQuery(
  database: PGlite,
  { sql, parameters, hasNumberInt8 }: { sql: string; parameters: readonly unknown[]; hasNumberInt8?: boolean },
): Promise<QueryAnswer> {
  const options = hasNumberInt8 === true ? { parsers: { [types.INT8]: Number } } : {};
  // Without parameters the simple protocol takes several statements at once, as the pg driver does.
  if (parameters.length === 0) return answerOf(await database.exec(sql, options));
  if (hasNumberInt8 !== true && isCall(database, sql))
    return answerOf(await database.runExclusive(() => runCall(database, sql, parameters)));
  return answerOf([await database.query(sql, [...parameters], options)]);
}

/** The rows of all statements, and the count of the last one. */
export function answerOf(results: Pick<Results, "rows" | "command" | "rowCount">[]): QueryAnswer {
  const rows = results.length === 1 ? results[0]!.rows : results.flatMap((result) => result.rows);
  const last = results.at(-1);
  return COUNTED_COMMANDS.has(last?.command ?? "") ? { rows, affected: last?.rowCount ?? 0 } : { rows };
}

/** A statement that only calls one function. It has one plan, whatever its parameters are, so it can be kept prepared. */
const CALL = /^\s*select (?:\* from )?[a-z_]+\(([^;]*)$/;
const NO_CALL = /\b(?:select|from|where)\b/;
/** There are few such statements. Beyond this number they run unprepared. */
const KEPT_MAX = 100;

type Call = { name: string; kinds: number[]; columns: BackendMessage[] };
type BackendMessage = Awaited<ReturnType<PGlite["execProtocolStream"]>>[number];

const keptCalls = new WeakMap<PGlite, Map<string, Call>>();

function isCall(database: PGlite, sql: string): boolean {
  const kept = keptCalls.get(database);
  if (kept?.has(sql) === true) return true;
  const [, inside] = CALL.exec(sql) ?? [];
  return inside !== undefined && !NO_CALL.test(inside) && (kept?.size ?? 0) < KEPT_MAX;
}

/** Runs a prepared call in one round trip. PGlite's own query parses and plans each time, and needs six turns of the event loop. */
async function runCall(database: PGlite, sql: string, parameters: readonly unknown[]): Promise<Results[]> {
  const { name, kinds, columns } = await keptCall(database, sql);
  const { serialize } = protocol;
  const values = parameters.map((value, at) => textOf(database, kinds[at], value as Argument));
  const asked = [serialize.bind({ statement: name, values }), serialize.execute({}), serialize.sync()];
  const answered = await database.execProtocolStream(Buffer.concat(asked));
  return parse.parseResults([...columns, ...answered], database.parsers);
}

/** The prepared statement of a call; it is parsed and planned once. */
async function keptCall(database: PGlite, sql: string): Promise<Call> {
  const kept = keptCalls.get(database) ?? new Map<string, Call>();
  const known = kept.get(sql);
  if (known !== undefined) return known;
  const name = `call_${kept.size + 1}`;
  const { serialize } = protocol;
  const asked = [serialize.parse({ name, text: sql }), serialize.describe({ type: "S", name }), serialize.sync()];
  const described = await database.execProtocolStream(Buffer.concat(asked));
  const columns = described.filter((message) => message instanceof messages.RowDescriptionMessage);
  const made = { name, kinds: parse.parseDescribeStatementResults(described), columns };
  keptCalls.set(database, kept.set(sql, made));
  return made;
}

/** A parameter of a call: a plain value, or one with a serializer, such as a date. */
type Argument = string | number | bigint | boolean | null | undefined;

function textOf(database: PGlite, kind: number | undefined, value: Argument): string | null {
  if (value === null || value === undefined) return null;
  const serializer = kind === undefined ? undefined : database.serializers[kind];
  return serializer === undefined ? String(value) : serializer(value);
}
