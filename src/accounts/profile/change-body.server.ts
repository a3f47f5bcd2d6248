import { Worker } from "node:worker_threads";
import { m } from "../../messages/messages.js";
import type { Words } from "../../platform/api/errors.server.ts";
import { projectPath } from "../../platform/database/database.server.ts";
import { openFairQueue } from "../../platform/fair-queue.ts";
import { JSON_BODY_BYTES_MAX, readBytes, readJson } from "../../platform/http/json-body.server.ts";
import type { ParsedBody } from "./change-worker.ts";
import type { Refused } from "../contract.ts";

/** 5 MiB in base64, with a margin. */
const BODY_BYTES_MAX = 7.5 * 1024 * 1024;
/** How many large bodies are in memory at once, and how many may wait. */
const largeBodies = openFairQueue({ atOnce: 4, waitingMax: 100 });

type Unread = { refusal: { status: 400 | 413 | 415; error: Words } } | { refused: Refused };

/**
 * Reads the body of PUT /users: at most 64 KiB, or up to 7.5 MiB where it holds only a picture. Few large bodies are read at a time, and
 * a worker thread parses them, so that megabytes of JSON do not block other requests.
 */
export async function readChangeBody(request: Request): Promise<{ value: unknown } | Unread> {
  const isSmall = Number(request.headers.get("content-length") ?? Infinity) <= JSON_BODY_BYTES_MAX;
  const isJson = /^application\/json(;|$)/i.test(request.headers.get("content-type") ?? "");
  if (isSmall || !isJson) return readJson(request);
  const read = await largeBodies.inTurn("change", () => readLarge(request));
  return read === "full" ? { refused: BUSY } : read;
}

async function readLarge(request: Request): Promise<{ value: unknown } | Unread> {
  const bytes = await readBytes(request, BODY_BYTES_MAX);
  if (bytes === null) return TOO_LARGE;
  if (bytes.byteLength > JSON_BODY_BYTES_MAX) return parsedLarge(await parse(bytes));
  const headers = { "content-type": "application/json" };
  return readJson(new Request("http://body.invalid", { method: "PUT", headers, body: Uint8Array.from(bytes) }));
}

const BUSY: Refused = { refusal: { kind: "unavailable", error: "members_busy", retryAfterSeconds: 2 } };
const TOO_LARGE: Unread = { refusal: { status: 413, error: m.body_too_large } };

function parsedLarge(parsed: ParsedBody): { value: unknown } | Unread {
  if ("picture" in parsed) return { value: { avatar_base64: parsed.picture } };
  if (parsed.refusal === "too_large") return TOO_LARGE;
  if (parsed.refusal === "not_json") return { refusal: { status: 400, error: m.body_not_json } };
  if (parsed.refusal === "mixed")
    return { refused: { refusal: { kind: "bad_request", error: "members_mixed_change" } } };
  return { refused: { problems: [{ key: "avatar_base64", message: "account_refused_avatar" }] } };
}

type Waiting = { settle: (parsed: ParsedBody) => void; fail: (error: Error) => void };
type Parser = { thread: Worker; asked: Map<number, Waiting> };

let parser: Parser | undefined;
let count = 0;

function parse(bytes: Uint8Array): Promise<ParsedBody> {
  parser ??= startParser();
  const { thread, asked } = parser;
  const id = (count += 1);
  const { promise, resolve, reject } = Promise.withResolvers<ParsedBody>();
  asked.set(id, { settle: resolve, fail: reject });
  thread.postMessage({ id, bytes }, [bytes.buffer as ArrayBuffer]);
  return promise;
}

function startParser(): Parser {
  const thread = new Worker(projectPath("src/accounts/profile/change-worker.ts"));
  const asked = new Map<number, Waiting>();
  const started: Parser = { thread, asked };
  thread.on("message", ({ id, parsed }: { id: number; parsed: ParsedBody }) => {
    asked.get(id)?.settle(parsed);
    asked.delete(id);
  });
  const end = (error: Error) => {
    if (parser === started) parser = undefined;
    for (const { fail } of asked.values()) fail(error);
    asked.clear();
  };
  thread.on("error", end);
  thread.on("exit", () => end(new Error("The worker thread that parses bodies ended")));
  // The thread must not keep the process alive.
  thread.unref();
  return started;
}
