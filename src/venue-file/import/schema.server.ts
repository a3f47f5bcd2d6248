import { z } from "zod";
import { importedVenue } from "../imported-venue.ts";

let made: object | undefined;

/** The published JSON Schema of an import file, generated once from the schema that validates it. */
export function importJsonSchema(): object {
  return (made ??= {
    $id: "/api/import.schema.json",
    title: "One venue's data",
    ...z.toJSONSchema(importedVenue, { io: "input", unrepresentable: "any" }),
  });
}
