import { z, type OpenAPIHono } from "@hono/zod-openapi";
import { content, errorBody } from "../platform/api/bodies.server.ts";
import { completed, DOCUMENT } from "../platform/api/document.server.ts";

/** Webhooks stand beside the API, and each is authenticated as its provider defines it. */
const WEBHOOKS: [method: "get" | "post", path: string, summary: string, type: string][] = [
  [
    "post",
    "/webhooks/fintecture",
    "The bank reports a payment's progress, signed in the `signature` header",
    "application/json",
  ],
  [
    "post",
    "/webhooks/ubble",
    "The identity provider reports an identification, signed in its header",
    "application/json",
  ],
  ["get", "/webhooks/ovh", "The SMS provider reports a delivery; the key stands in the query", ""],
  [
    "post",
    "/webhooks/facebook",
    "Facebook asks for the deletion of a person's data, by a signed request",
    "application/x-www-form-urlencoded",
  ],
  ["post", "/webhooks/apple", "Apple reports a change of an account, as a signed token", "application/json"],
];

/** The OpenAPI document of everything that programs call: the API, the casino floor, the import, the webhooks. */
export function apiDocument(api: OpenAPIHono): object {
  const registry = api.openAPIRegistry;
  const error = content(errorBody);
  registry.registerPath({
    method: "post",
    path: "/imports",
    summary: "Imports a venue, all of it or nothing",
    tags: ["import"],
    security: [{ importKey: [] }],
    request: {
      body: {
        required: true,
        ...content(z.object({ data: z.object({}).loose(), files: z.record(z.string(), z.string()) })),
      },
    },
    responses: {
      200: { description: "What was imported", ...content(z.object({ data: z.object({}).loose() })) },
      401: { description: "The key is wrong", ...error },
      422: { description: "Every problem of the file, each with its path", ...error },
    },
  });
  registry.registerPath({
    method: "get",
    path: "/import.schema.json",
    summary: "The JSON Schema of an import file",
    tags: ["import"],
    responses: {
      200: { description: "A JSON Schema", ...content(z.object({}).loose()) },
      404: { description: "Not found" },
    },
  });
  for (const [method, path, summary, type] of WEBHOOKS)
    registry.registerPath({
      method,
      path,
      summary,
      tags: ["webhooks"],
      servers: [{ url: "/" }],
      ...(type === "" ? {} : { request: { body: { content: { [type]: { schema: z.object({}).loose() } } } } }),
      responses: { 200: { description: "Taken" }, 401: { description: "The signature is wrong", ...error } },
    });
  return completed(api.getOpenAPI31Document(DOCUMENT));
}
