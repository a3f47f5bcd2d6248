/**
 * The holes of a public page: places that say something else to a member. A render marks them by characters that no text of the
 * site holds; the marks never reach a browser (page-bytes.server.ts cuts them out). Browser-safe.
 */
export const HOLE_OPEN = (name: string): string => `\uE000${name}\uE001`;
export const HOLE_CLOSE = "\uE002";

export type CutPage = {
  /** The page as it is for everybody, without a mark. */
  text: string;
  /** What stands around the holes: one piece more than there are names. */
  pieces: string[];
  names: string[];
};

const MARKED = /\uE000([a-z]+)\uE001([\s\S]*?)\uE002/g;

/** Takes the marks out of a rendered page. Of two holes of one name the first counts. */
export function cutHoles(html: string): CutPage {
  const cut: CutPage = { text: "", pieces: [], names: [] };
  let from = 0;
  let piece = "";
  for (const found of html.matchAll(MARKED)) {
    const [whole, name = "", content = ""] = found;
    const before = html.slice(from, found.index);
    cut.text += before + content;
    from = found.index + whole.length;
    if (cut.names.includes(name)) {
      piece += before + content;
      continue;
    }
    cut.pieces.push(piece + before);
    cut.names.push(name);
    piece = "";
  }
  const rest = html.slice(from);
  cut.text += rest;
  cut.pieces.push(piece + rest);
  return cut;
}
