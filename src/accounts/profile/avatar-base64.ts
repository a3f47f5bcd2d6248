/** Decodes a data URL or bare base64, line breaks allowed. Null for any other text. */
export function pictureOfBase64(text: string): Uint8Array | null {
  const body = text.replace(/^data:[\w.+/-]{0,100};base64,/, "").replaceAll(/\s+/g, "");
  const bytes = Buffer.from(body, "base64");
  // Buffer skips characters that are not base64, so compare the length.
  const expected = Math.floor((body.replace(/={1,2}$/, "").length * 3) / 4);
  return bytes.length === expected ? bytes : null;
}
