export type Fields = Record<string, unknown>;

/** True for an object with named fields: neither null nor a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of a value that comes from outside; none where it is no such object. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The fields of a JSON text; none where it is not JSON, not UTF-8, or no such object. */
export function jsonFields(text: string | Uint8Array): Fields {
  try {
    return fieldsOf(
      JSON.parse(typeof text === "string" ? text : new TextDecoder("utf-8", { fatal: true }).decode(text)),
    );
  } catch {
    return {};
  }
}
