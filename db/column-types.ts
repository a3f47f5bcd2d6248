import type { ColumnType, JSONColumnType } from "kysely";
import type { z } from "zod";
import type { siteConfig } from "../src/venues/contract.ts";

/**
 * jsonb is read as its value and written as text, because a raw array given for jsonb is accepted by one of the two databases and
 * refused by the other.
 */
export type Json<Value extends object> = JSONColumnType<Value>;
export type NullableJson<Value extends object> = ColumnType<Value | null, string | null | undefined, string | null>;
/** A value of any shape that is written once and never changed. */
export type WrittenOnce<Value> = ColumnType<Value | null, string | null, never>;
/** Given when the row is written, if at all, and never changed. */
export type FixedAtInsert<Value> = ColumnType<Value | null, Value | null | undefined, never>;
/** A type that queries write and read as PostgreSQL's text, such as {[1,4),[6,7)}. */
export type RangesText = ColumnType<string, string, never>;

/** A site's settings. */
export type SiteConfig = z.output<typeof siteConfig>;
