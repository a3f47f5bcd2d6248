import { hash } from "node:crypto";

/** The tag of a body, without quotation marks: equal bytes have equal tags. */
export function tagOf(body: string | Uint8Array): string {
  return hash("sha256", body, "base64url").slice(0, 22);
}

/** True if If-None-Match names this tag. Compares weakly, because a proxy that compresses an answer makes its tag weak. */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes(etag) || tags.includes("*");
}
