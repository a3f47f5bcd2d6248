/** The elements that a formatted text may hold. The server applies the same list on write and on read. */
const ALLOWED = new Set(["p", "h2", "h3", "h4", "ul", "ol", "li", "b", "i", "u", "a", "br"]);
const SAME: Record<string, string> = { strong: "b", em: "i", div: "p" };
const BLOCK = /^<(p|h[2-4]|ul|ol)>/;
/** The schemes that a link in a text may have. */
export const LINK = /^(https?:|mailto:|tel:)/i;

/** The markup of an editable area. Loose text is put into paragraphs; an area without text gives an empty string. */
export function markupOf(area: HTMLElement): string {
  if (area.textContent.trim() === "") return "";
  const blocks: string[] = [];
  let open = "";
  const close = () => {
    if (open !== "") blocks.push(`<p>${open}</p>`);
    open = "";
  };
  for (const part of [...area.childNodes].flatMap(cleaned)) {
    if (!BLOCK.test(part)) {
      open += part;
      continue;
    }
    close();
    blocks.push(part);
  }
  close();
  return blocks.join("");
}

/** Markup as nodes. Elements that are not allowed are replaced by their text. */
export function nodesOf(html: string): Node[] {
  return [...parsed([...parsed(html)].flatMap(cleaned).join(""))];
}

function parsed(html: string): NodeListOf<ChildNode> {
  const { baize } = window as { baize?: { createHTML: (text: string) => string } };
  return new DOMParser().parseFromString(baize?.createHTML(html) ?? html, "text/html").body.childNodes;
}

/** The allowed markup of a node, as a list of parts. */
function cleaned(node: Node): string[] {
  if (node instanceof Text) return [escaped(node.data)];
  if (!(node instanceof Element) || /^(script|style|template)$/.test(node.localName)) return [];
  const inner = [...node.childNodes].flatMap(cleaned);
  const name = SAME[node.localName] ?? node.localName;
  if (!ALLOWED.has(name)) return inner;
  if (name === "br") return ["<br>"];
  const href = node.getAttribute("href") ?? "";
  const link = name === "a" && LINK.test(href) ? ` href="${escaped(href)}"` : "";
  return [`<${name}${link}>${inner.join("")}</${name}>`];
}

const NAMED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\u00A0": "&nbsp;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"\u00A0]/g, (character) => NAMED[character] ?? character);
}
