import type { OpenAPIHono } from "@hono/zod-openapi";

type OpenAPIObject = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;
type PathItemObject = NonNullable<OpenAPIObject["paths"]>[string];
type OperationObject = NonNullable<PathItemObject["get"]>;

const METHODS = ["get", "put", "post", "delete"] as const;

/** What every OpenAPI document of the product says beside its calls. */
export const DOCUMENT = {
  openapi: "3.1.0",
  info: {
    title: "Baize",
    version: "1.0.0",
    description:
      "The API of the sites and of the native app, the casino floor's calls under /floor, the import of venues, and the providers' webhooks.",
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [{ url: "/api" }],
};

const SECURITY_SCHEMES = {
  bearer: { type: "http", scheme: "bearer", description: "The session of a member or of an operator" },
  cookie: { type: "apiKey", in: "cookie", name: "user_token", description: "A member's session in a browser" },
  operatorCookie: {
    type: "apiKey",
    in: "cookie",
    name: "operator_token",
    description: "An operator's session in a browser",
  },
  floorKey: { type: "http", scheme: "bearer", description: "The key of a venue's casino floor" },
  importKey: { type: "http", scheme: "bearer", description: "The installation's key for importing venues" },
} as const;

/** Whose credentials a call takes, as the document says it. */
export const SECURITY: Record<"member" | "operator" | "floor" | "import", Record<string, string[]>[]> = {
  member: [{ bearer: [] }, { cookie: [] }],
  operator: [{ bearer: [] }, { operatorCookie: [] }],
  floor: [{ floorKey: [] }],
  import: [{ importKey: [] }],
};

/** Completes a document: security schemes, an id for every operation, and `security: []` where anybody may call. */
export function completed(document: OpenAPIObject): OpenAPIObject {
  const ids = new Set<string>();
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of operationsOf(item)) {
      operation.operationId ??= idOf(method, path);
      operation.security ??= [];
      if (ids.has(operation.operationId)) throw new Error(`Two operations are called ${operation.operationId}`);
      ids.add(operation.operationId);
    }
  const components = { ...document.components, securitySchemes: SECURITY_SCHEMES };
  return JSON.parse(JSON.stringify({ ...document, components }), withoutFlags) as OpenAPIObject;
}

function operationsOf(item: PathItemObject): [string, OperationObject][] {
  return METHODS.flatMap((method) =>
    item[method] === undefined ? [] : [[method, item[method]] as [string, OperationObject]],
  );
}

/** 'get', '/users/{id}/cards' → 'getUsersIdCards' */
function idOf(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return method + words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join("");
}

/** The generator writes a regular expression's flags behind its pattern, where they would have to match. */
function withoutFlags(key: string, value: unknown): unknown {
  return key === "pattern" && typeof value === "string" ? value.replace(/\$\/[a-z]+$/, "$") : value;
}
