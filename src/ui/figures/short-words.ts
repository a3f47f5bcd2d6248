/** A small word at the end of a line, such as 'la', 'du' or '&'. */
const SHORT = /(?<=^|[\s(])(\p{Ll}{1,3}|&) (?=\S)/gu;

/** The text of a title whose short words stay on the line of the word that they introduce. */
export function keepShortWords(title: string): string {
  return title.replaceAll(SHORT, "$1\u00a0");
}
