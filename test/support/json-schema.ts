import { Ajv2020 } from "ajv/dist/2020.js";

/** Formats are hints for readers in our documents: patterns say the same. */
const ajv = new Ajv2020({ allErrors: true, validateFormats: false, allowUnionTypes: true, strictTypes: false });
ajv.addVocabulary(["components", "example"]);

/**
 * Validates a value against a JSON Schema, whose references lead into the components of `document`. Returns its problems as `path why`.
 * Throws on a keyword that it does not know, so that no rule is skipped silently.
 */
export function schemaProblems(schema: unknown, value: unknown, document: { components?: object } = {}): string[] {
  const { $id: _, ...rules } = schema as { $id?: string };
  const { components = {} } = document;
  const validate = ajv.compile({ components, ...rules });
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, (params as { additionalProperty?: string }).additionalProperty].filter(Boolean).join(" "),
  );
}
