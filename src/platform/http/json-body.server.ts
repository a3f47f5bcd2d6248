import { m } from "../../messages/messages.js";
import type { Words } from "../api/errors.server.ts";
import { isStorable } from "../schema.ts";

const DEPTH_MAX = 20;
const KEYS_MAX = 500;
export const JSON_BODY_BYTES_MAX = 64 * 1024;

export type JsonBody = { value: unknown } | { refusal: { status: 400 | 413 | 415; error: Words } };

/**
 * Reads a JSON body within limits: at most `bytesMax` bytes, 20 levels, `keysMax` keys; no `__proto__`, no NUL, no lone surrogates. Anything
 * else is refused with a message; it never throws for bad input.
 */
export async function readJson(
  request: Request,
  bytesMax: number = JSON_BODY_BYTES_MAX,
  keysMax: number = KEYS_MAX,
): Promise<JsonBody> {
  if (!/^application\/json(;|$)/i.test(request.headers.get("content-type") ?? ""))
    return refuse(415, m.body_not_json_type);
  const bytes = await readBytes(request, bytesMax);
  if (bytes === null) return refuse(413, m.body_too_large);
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const problem = problemOf(value, keysMax);
    return problem === null ? { value } : refuse(400, problem);
  } catch {
    return refuse(400, m.body_not_json);
  }
}

/** The client disconnected before its body was complete. Nobody waits for an answer, and nothing failed on our side. */
export class ClientGone extends Error {
  override name = "ClientGone";
}

/** Reads at most `max` bytes of a body; null if there are more. Throws ClientGone if it ends too early. */
export async function readBytes(request: Request, max: number): Promise<Uint8Array | null> {
  return bytesOf(request, max).catch((error: unknown) => {
    // Reading a body twice is a mistake of our own.
    if (error instanceof TypeError) throw error;
    throw new ClientGone("The client disconnected while sending its body", { cause: error });
  });
}

async function bytesOf(request: Request, max: number): Promise<Uint8Array | null> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > max) return null;
  if (declared !== null) {
    // Node ends the body at the declared length, and reading it at once is faster than by a stream.
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.byteLength > max ? null : bytes;
  }
  return bytesAtMost(request, max);
}

/** Reads a body of unknown length; null if it has more than `max` bytes. */
export async function bytesAtMost({ body }: Pick<Body, "body">, max: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > max) return null;
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function refuse(status: 400 | 413 | 415, error: Words): JsonBody {
  return { refusal: { status, error } };
}

/** Walks without recursion, so that deep nesting hits the limit and not the call stack. */
function problemOf(root: unknown, keysMax: number): Words | null {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  let keys = 0;
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { value, depth } = top;
    if (typeof value === "string" && !isStorable(value)) return m.body_broken_text;
    if (typeof value !== "object" || value === null) continue;
    if (depth > DEPTH_MAX) return (_, options) => m.body_too_deep({ levels: DEPTH_MAX }, options);
    for (const [key, child] of Object.entries(value)) {
      keys += Array.isArray(value) ? 0 : 1;
      if (key === "__proto__" || !isStorable(key)) return m.body_forbidden_key;
      stack.push({ value: child, depth: depth + 1 });
    }
    if (keys > keysMax) return (_, options) => m.body_too_many_keys({ keys: keysMax }, options);
  }
  return null;
}
