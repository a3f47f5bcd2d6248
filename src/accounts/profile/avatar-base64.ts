/** The bytes of a data URL or of bare base64, line breaks allowed; null where anything else is in it. */
export function pictureOfBase64(text: string): Uint8Array | null {
  const body = text.replace(/^data:[\w.+/-]{0,100};base64,/, "").replaceAll(/\s+/g, "");
  const bytes = Buffer.from(body, "base64");
  // The decoder skips what is not base64 without complaint: then there are fewer bytes than there should be.
  const expected = Math.floor((body.replace(/={1,2}$/, "").length * 3) / 4);
  return bytes.length === expected ? bytes : null;
}
