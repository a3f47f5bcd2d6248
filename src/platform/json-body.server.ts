import { isStorable } from "./schema.ts";

const DEPTH_MAX = 20;
const KEYS_MAX = 500;
export const JSON_BODY_BYTES_MAX = 64 * 1024;

export type JsonBody = { value: unknown } | { refusal: { status: 400 | 413 | 415; error: string } };

/**
 * Reads a JSON body within limits (T42): at most `bytesMax` bytes, 20 levels, 500 keys; no `__proto__`, no NUL, no broken
 * characters. Anything else is refused with a plain sentence, never an exception.
 */
export async function readJson(
  request: Request,
  bytesMax: number = JSON_BODY_BYTES_MAX,
  keysMax: number = KEYS_MAX,
): Promise<JsonBody> {
  if (!/^application\/json(;|$)/i.test(request.headers.get("content-type") ?? ""))
    return refuse(415, "The body must be JSON (Content-Type: application/json).");
  const bytes = await readBytes(request, bytesMax);
  if (bytes === null) return refuse(413, "The body is too large.");
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const problem = problemOf(value, keysMax);
    return problem === null ? { value } : refuse(400, problem);
  } catch {
    return refuse(400, "The body is not valid JSON.");
  }
}

/** Reads at most `max` bytes of a body; null when there are more. */
export async function readBytes(request: Request, max: number): Promise<Uint8Array | null> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > max) return null;
  if (declared !== null) {
    // No more than was declared ever comes, and a body that is read whole needs no stream.
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.byteLength > max ? null : bytes;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > max) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refuse(status: 400 | 413 | 415, error: string): JsonBody {
  return { refusal: { status, error } };
}

/** Walks without recursion, so that depth is a limit and not a stack overflow. */
function problemOf(root: unknown, keysMax: number): string | null {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  let keys = 0;
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { value, depth } = top;
    if (typeof value === "string" && !isStorable(value)) return "A text contains NUL or broken characters.";
    if (typeof value !== "object" || value === null) continue;
    if (depth > DEPTH_MAX) return `The body is nested more than ${DEPTH_MAX} levels deep.`;
    for (const [key, child] of Object.entries(value)) {
      keys += Array.isArray(value) ? 0 : 1;
      if (key === "__proto__" || !isStorable(key)) return "The body contains a forbidden key.";
      stack.push({ value: child, depth: depth + 1 });
    }
    if (keys > keysMax) return `The body has more than ${keysMax} keys.`;
  }
  return null;
}
