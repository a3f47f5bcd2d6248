export type Encoding = "brotli" | "gzip" | "identity";

/** The name of an encoding in Content-Encoding. */
export const CODING = { brotli: "br", gzip: "gzip", identity: "identity" } as const;

/** The best encoding that a client accepts, by its Accept-Encoding. */
export function encodingOf(accept: string | undefined): Encoding {
  if (accept === undefined) return "identity";
  if (accepts(accept, "br")) return "brotli";
  return accepts(accept, "gzip") ? "gzip" : "identity";
}

function accepts(header: string, coding: string): boolean {
  const at = header.indexOf(coding);
  return at !== -1 && !/^\s*;\s*q=0(\.0*)?(,|$)/.test(header.slice(at + coding.length, at + coding.length + 12));
}
