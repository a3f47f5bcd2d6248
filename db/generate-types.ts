import { sql, type Kysely } from "kysely";
import type { Tables } from "./tables.ts";
import { COLUMNS, SOURCES } from "./types.config.ts";

const HEADER = `/**
 * Made by \`npm run db-types\` (generate-types.ts) from a PostgreSQL with all migrations and from types.config.ts: edit those.
 *
 * The tables as queries see them, on PGlite and on PostgreSQL alike.
 */`;

/** The JavaScript type of each SQL type, as both databases' drivers read and write it (postgres.server.ts, pglite/queries.ts). */
const DRIVERS: Record<string, string> = {
  bool: "boolean",
  bytea: "Uint8Array",
  date: "string",
  float8: "number",
  int2: "number",
  int4: "number",
  int8: "bigint",
  text: "string",
  timestamptz: "Date",
  uuid: "string",
};
const WIDTH_MAX = 120;

type Column = {
  table: string;
  name: string;
  /** PostgreSQL's own name, such as int8, or _int8 for an array. */
  type: string;
  is_nullable: boolean;
  has_default: boolean;
  /** The database generates the value; a statement must not set it. */
  is_identity: boolean;
  /** Of a CHECK of this column alone, such as `CHECK ((status = ANY (ARRAY['a'::text, 'b'::text])))`. */
  checks: string[];
};

/** What tables.ts has to be, from a migrated PostgreSQL. Throws where types.config.ts names what is not there, or leaves a jsonb out. */
export async function generateTypes(db: Kysely<Tables>): Promise<string> {
  const columns = await readColumns(db);
  assertAllUsed(columns);
  const tables = [...new Set(columns.map(({ table }) => table))];
  const body = [
    block(
      "Tables",
      tables.map((table) => `${table}: ${typeName(table)};`),
    ),
    ...tables.map((table) => block(typeName(table), columns.filter((one) => one.table === table).flatMap(lineOf))),
  ].join("\n\n");
  return `${HEADER}\n${importsOf(body)}\n\n${body}\n`;
}

/** The tables by name, their columns as they stand in the table. The job queue's are in a schema of their own; views have no types. */
async function readColumns(db: Kysely<Tables>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select relname as table, attname as name, typname as type, not attnotnull as is_nullable, atthasdef as has_default,
      attidentity = 'a' as is_identity,
      array(select pg_get_constraintdef(oid) from pg_constraint
        where contype = 'c' and conrelid = attrelid and conkey = array[attnum]) as checks
    from pg_attribute join pg_class on pg_class.oid = attrelid join pg_type on pg_type.oid = atttypid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
    order by relname, attnum`.execute(db);
  return rows;
}

function lineOf(column: Column): string[] {
  const type = COLUMNS[column.table]?.[column.name] ?? typeOf(column);
  const line = `${column.name}: ${type};`;
  const broken = `${column.name}:\n    | ${type.replaceAll(" | ", "\n    | ")};`;
  return [
    ...(column.type === "date" ? ["/** ISO date. */"] : []),
    line.length + 2 > WIDTH_MAX && type.includes(" | ") ? broken : line,
  ];
}

function typeOf(column: Column): string {
  const scalar = DRIVERS[column.type.replace(/^_/, "")];
  if (scalar === undefined) throw new Error(`types.config.ts does not say what ${column.table}.${column.name} holds`);
  if (column.is_identity) return `GeneratedAlways<${scalar}>`;
  const one = column.type.startsWith("_") ? `${scalar}[]` : (allowedTexts(column.checks) ?? scalar);
  const type = column.is_nullable ? `${one} | null` : one;
  return column.has_default ? `Generated<${type}>` : type;
}

function allowedTexts(checks: string[]): string | null {
  for (const check of checks) {
    const list = /^CHECK \(\(\w+ = (?:ANY \(ARRAY\[(.*)\]\)|('[^']*'::text))\)\)$/.exec(check);
    const texts = [...(list?.[1] ?? list?.[2] ?? "").matchAll(/'([^']*)'::text/g)].map(([, text]) => `"${text}"`);
    if (texts.length > 0) return texts.join(" | ");
  }
  return null;
}

function assertAllUsed(columns: Column[]): void {
  const there = new Set(columns.map(({ table, name }) => `${table}.${name}`));
  const named = Object.entries(COLUMNS).flatMap(([table, types]) =>
    Object.keys(types).map((name) => `${table}.${name}`),
  );
  const strange = named.filter((path) => !there.has(path));
  if (strange.length > 0) throw new Error(`types.config.ts names what is no column: ${strange.join(", ")}`);
}

function importsOf(body: string): string {
  const lines = SOURCES.map(([module, names]): [string, string[]] => [
    module,
    names.filter((name) => new RegExp(`\\b${name}\\b`).test(body)),
  ]);
  return lines
    .filter(([, names]) => names.length > 0)
    .map(([module, names]) => `import type { ${names.join(", ")} } from "${module}";`)
    .join("\n");
}

function block(name: string, lines: string[]): string {
  return `export type ${name} = {\n${lines.map((line) => `  ${line}\n`).join("")}};`;
}

/** payment_sessions is PaymentSessionsTable. */
function typeName(table: string): string {
  return `${table.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Table`;
}
