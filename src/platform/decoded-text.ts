/** The text of a percent-encoded one; null where the code is malformed, because anybody may have written it. */
export function decodedText(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
