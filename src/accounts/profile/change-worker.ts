import { parentPort } from "node:worker_threads";
import { pictureOfBase64 } from "./avatar-base64.ts";

/** The worker thread that parses bodies with a picture, so that megabytes of JSON do not block other requests. */

export type ParsedBody = { picture: Uint8Array } | { refusal: "not_json" | "mixed" | "too_large" | "not_a_picture" };

parentPort?.on("message", ({ id, bytes }: { id: number; bytes: Uint8Array }) => {
  const parsed = parsedBody(bytes);
  const isOwn = "picture" in parsed && parsed.picture.byteLength === parsed.picture.buffer.byteLength;
  parentPort?.postMessage({ id, parsed }, isOwn ? [parsed.picture.buffer as ArrayBuffer] : []);
});

/** Reads the JSON of a body that is larger than any may be but one with an avatar. */
function parsedBody(bytes: Uint8Array): ParsedBody {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return { refusal: "not_json" };
  }
  const fields: object = typeof value === "object" && value !== null ? value : {};
  if (!("avatar_base64" in fields)) return { refusal: "too_large" };
  if (Object.keys(fields).length > 1) return { refusal: "mixed" };
  const { avatar_base64: text } = fields;
  const picture = typeof text === "string" ? pictureOfBase64(text) : null;
  return picture === null ? { refusal: "not_a_picture" } : { picture };
}
