type Schema = { [keyword: string]: unknown };

/**
 * Validates a value against a JSON Schema. Returns its problems as `path: why`. It supports the keywords that our
 * documents use and throws on any other, so that no rule is skipped silently.
 */
export function schemaProblems(schema: unknown, value: unknown, root: unknown = schema, path = "$"): string[] {
  const rules = asSchema(schema);
  const unknown = Object.keys(rules).filter((keyword) => !(keyword in CHECKS) && !SILENT.has(keyword));
  if (unknown.length > 0) throw new Error(`${path} has unknown keywords: ${unknown.join(", ")}`);
  return Object.entries(rules).flatMap(
    ([keyword, rule]) => CHECKS[keyword]?.({ rule, value, root, path, rules }) ?? [],
  );
}

type Check = (given: { rule: unknown; value: unknown; root: unknown; path: string; rules: Schema }) => string[];

const SILENT = new Set(["$schema", "$id", "title", "description", "format", "default", "example"]);

const CHECKS: Record<string, Check> = {
  $ref: ({ rule, value, root, path }) => schemaProblems(resolveRef(root, String(rule)), value, root, path),
  type: ({ rule, value, path }) =>
    unless(
      [rule].flat().some((type) => isOfType(value, String(type))),
      `${path}: is no ${String(rule)}`,
    ),
  const: ({ rule, value, path }) => unless(rule === value, `${path}: is not ${String(rule)}`),
  enum: ({ rule, value, path }) => unless(asList(rule).includes(value), `${path}: is not listed`),
  pattern: ({ rule, value, path }) =>
    unless(typeof value !== "string" || new RegExp(String(rule), "u").test(value), `${path}: does not match`),
  minLength: ({ rule, value, path }) => unless(!isText(value) || value.length >= Number(rule), `${path}: is too short`),
  maxLength: ({ rule, value, path }) => unless(!isText(value) || value.length <= Number(rule), `${path}: is too long`),
  minimum: ({ rule, value, path }) => unless(!isNumber(value) || value >= Number(rule), `${path}: is too small`),
  maximum: ({ rule, value, path }) => unless(!isNumber(value) || value <= Number(rule), `${path}: is too large`),
  minItems: ({ rule, value, path }) =>
    unless(!Array.isArray(value) || value.length >= Number(rule), `${path}: too few`),
  maxItems: ({ rule, value, path }) =>
    unless(!Array.isArray(value) || value.length <= Number(rule), `${path}: too many`),
  items: ({ rule, value, root, path }) =>
    Array.isArray(value) ? value.flatMap((item, at) => schemaProblems(rule, item, root, `${path}[${at}]`)) : [],
  required: ({ rule, value, path }) =>
    isFields(value)
      ? asList(rule).flatMap((name) =>
          unless(Object.hasOwn(value, String(name)), `${path}.${String(name)}: is missing`),
        )
      : [],
  properties: ({ rule, value, root, path }) =>
    isFields(value)
      ? Object.entries(asSchema(rule)).flatMap(([name, inner]) =>
          Object.hasOwn(value, name) ? schemaProblems(inner, value[name], root, `${path}.${name}`) : [],
        )
      : [],
  additionalProperties({ rule, value, root, path, rules }) {
    if (!isFields(value)) return [];
    const known = Object.keys(asSchema(rules["properties"] ?? {}));
    const others = Object.entries(value).filter(([name]) => !known.includes(name));
    if (rule === false) return others.map(([name]) => `${path}.${name}: is unknown`);
    return others.flatMap(([name, inner]) => schemaProblems(rule, inner, root, `${path}.${name}`));
  },
  propertyNames: ({ rule, value, root, path }) =>
    isFields(value) ? Object.keys(value).flatMap((name) => schemaProblems(rule, name, root, `${path}.${name}`)) : [],
  anyOf: ({ rule, value, root, path }) => unless(matching(rule, value, root) > 0, `${path}: matches no form`),
  oneOf: ({ rule, value, root, path }) => unless(matching(rule, value, root) === 1, `${path}: matches not one form`),
};

function matching(forms: unknown, value: unknown, root: unknown): number {
  return asList(forms).filter((form) => schemaProblems(form, value, root).length === 0).length;
}

function resolveRef(root: unknown, ref: string): unknown {
  const steps = ref.replace(/^#\//, "").split("/");
  const found = steps.reduce<unknown>((at, step) => (isFields(at) ? at[step] : undefined), root);
  if (found === undefined) throw new Error(`${ref} refers to nothing`);
  return found;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isFields(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function unless(isRight: boolean, problem: string): string[] {
  return isRight ? [] : [problem];
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asSchema(value: unknown): Schema {
  if (!isFields(value)) throw new Error("a schema must be an object");
  return value;
}

function asList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error("expected a list");
  return value;
}
