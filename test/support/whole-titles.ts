/** A page's HTML with whole titles: which of their words stay on one line is the matter of ui/document/no-break-words.test.tsx. */
export function withWholeTitles(html: string): string {
  return html.replaceAll(/<span class="kept">([^<]*)<\/span>/g, "$1");
}
