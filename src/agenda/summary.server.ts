import { summaryOf, wholeSentences } from "../content/blocks.server.ts";
import { plainText } from "../content/sanitise.server.ts";

/** The shortest beginning of 30 characters or more that ends with a sentence. */
const SENTENCE = /^.{29,}?[.!?…](?= |$)/;
/** Has 15 characters or more, so that an abbreviation at the beginning is not taken for a sentence. */
const FIRST_SENTENCE = /^.{14,}?[.!?…](?= |$)/;
const LINE_MAX = 110;

/** The summary of an event's text: whole sentences, at best of 60 to 160 characters; the words that fit where no sentence ends. */
export function eventSummary(html: string): string {
  const text = plainText(html);
  const sentences = wholeSentences(text) ?? SENTENCE.exec(text)?.[0];
  if (sentences !== undefined) return sentences;
  const words = summaryOf({ blocks: [{ type: "paragraph", data: { text: html } }] }) ?? "";
  return words.replace(/[,;:\s]+…$/, "…");
}

/** The text's first sentence, where it is short enough for a line under the title. */
export function eventLine(html: string): string | null {
  const [sentence = ""] = FIRST_SENTENCE.exec(plainText(html)) ?? [];
  return sentence !== "" && sentence.length <= LINE_MAX ? sentence : null;
}
