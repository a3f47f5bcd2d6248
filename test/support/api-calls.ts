import { schemaProblems } from "./json-schema.ts";

/** Every GET call of the public API that reads a venue's content, each with an example path. */
export const CALLS: Record<string, string> = {
  "/establishment": "/establishment",
  "/establishments/{establishment_id}": "/establishments/51",
  "/project": "/project",
  "/project/{projectId}": "/project/1051",
  "/project/content/{projectId}/{key}": "/project/content/1051/home-text",
  "/captcha": "/captcha",
  "/announcement/all": "/announcement/all?etb[]=51",
  "/site/jackpot/MEGAPOT/live": "/site/jackpot/MEGAPOT/live",
  "/site/{site_id}/jackpot/stats": "/site/151/jackpot/stats",
  "/site/{site_id}/jackpot/latest": "/site/151/jackpot/latest",
  "/site/{site_id}/jackpot/latest/week": "/site/151/jackpot/latest/week",
  "/site/{site_id}/jackpot/latest/month": "/site/151/jackpot/latest/month",
  "/site/{site_id}/slot/{slot_number}/jackpot/latest": "/site/151/slot/9/jackpot/latest",
  "/site/{site_id}/games/stats": "/site/151/games/stats",
};

type Operation = {
  /** Present where the call needs a log-in. */
  security?: object[];
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  responses: Record<string, { description: string; content: { "application/json": { schema: object } } }>;
};
/** The parts of /api/openapi.json that tests read. */
export type ApiDocument = {
  openapi: string;
  info: object;
  servers: object[];
  components?: object;
  paths: Record<string, Partial<Record<Method, Operation>>>;
};

export type Method = "get" | "post" | "put" | "delete";

/** Checks an answer against the schema that the document gives for this call and status. Returns the problems found. */
export function answerProblems(
  document: ApiDocument,
  template: string,
  status: number,
  body: unknown,
  method: Method = "get",
): string[] {
  const schema = document.paths[template]?.[method]?.responses[String(status)]?.content["application/json"].schema;
  if (schema === undefined) throw new Error(`The document gives no schema for ${status} of ${method} ${template}`);
  return schemaProblems(schema, body, document);
}
