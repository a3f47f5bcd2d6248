import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { textsOf } from "../http/form-body.server.ts";
import { JSON_BODY_BYTES_MAX, readBytes } from "../http/json-body.server.ts";
import type { ReadBody } from "./calls.server.ts";
import { apiError } from "./errors.server.ts";

const WEBHOOK_BYTES_MAX = 1024 * 1024;
/** How much of an oversized body is read to check its signature. */
const SIGNED_BYTES_MAX = 4 * WEBHOOK_BYTES_MAX;

/** What the document says about all webhooks of providers, which stand beside the API. */
export const WEBHOOK = {
  tags: ["webhooks"],
  servers: [{ url: "/" }],
  answer: z.object({ result: z.literal(true) }),
  example: { answer: { result: true } } as const,
  refusals: [400, 401, 404, 413],
};

/** Signed bytes. What they say is read once the signature was checked, as the provider defines it. */
export const signedBody = z.instanceof(Uint8Array).openapi({ type: "object", description: "Signed by the provider" });

/** Reads signed bytes; a large body only where it has a signature to check. */
export async function readSigned(c: Context, signature: string | undefined): Promise<ReadBody> {
  const bytesMax = signature === undefined || signature === "" ? JSON_BODY_BYTES_MAX : SIGNED_BYTES_MAX;
  const bytes = await readBytes(c.req.raw, bytesMax);
  return bytes === null ? apiError(c, 413, "The webhook is too large.") : { value: bytes };
}

/** Reads the fields of a form of at most 64 KiB, whatever type it says it has. */
export async function readWebhookForm(c: Context, tooLarge: string): Promise<ReadBody> {
  const bytes = await readBytes(c.req.raw, JSON_BODY_BYTES_MAX);
  if (bytes === null) return apiError(c, 413, tooLarge);
  return { value: { ...textsOf(new URLSearchParams(new TextDecoder().decode(bytes))) } };
}

/** True for a body that is refused even where it is signed, so that the provider reports it. */
export function isOversized(body: Uint8Array): boolean {
  return body.byteLength > WEBHOOK_BYTES_MAX;
}

type Taken = "taken" | "unsigned" | "malformed" | "unwanted" | "oversized";

/** Answers a signed webhook: 401 unsigned, 400 malformed, 404 unwanted, 413 signed but oversized. */
export function answerSigned(c: Context, taken: Taken): Response {
  switch (taken) {
    case "taken":
      return c.json({ result: true }, 200, { "Cache-Control": "no-store" });
    case "unsigned":
      return apiError(c, 401, "The webhook's signature is not valid for this installation.");
    case "malformed":
      return apiError(c, 400, "The webhook is malformed.");
    case "unwanted":
      return apiError(c, 404, "No such webhook.");
    case "oversized":
      return apiError(c, 413, "The webhook is too large.");
  }
}
