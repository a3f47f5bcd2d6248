export type Fields = Record<string, unknown>;

/** True for an object with named fields: neither null nor a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of a value that comes from outside; none where it is no such object. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}
