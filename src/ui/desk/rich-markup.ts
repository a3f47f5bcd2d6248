/** What a text of the venue may be made of; the server says so again, on write and on read. */
const ALLOWED = new Set(["p", "h2", "h3", "h4", "ul", "ol", "li", "b", "i", "u", "a", "br"]);
const SAME: Record<string, string> = { strong: "b", em: "i", div: "p" };
const BLOCK = /^<(p|h[2-4]|ul|ol)>/;
/** Where a link of a text may lead. */
export const LINK = /^(https?:|mailto:|tel:)/i;

/** What the sheet says; words that stand in no paragraph yet are put into one, and a sheet without words is empty. */
export function markupOf(sheet: HTMLElement): string {
  if (sheet.textContent.trim() === "") return "";
  const blocks: string[] = [];
  let open = "";
  const close = () => {
    if (open !== "") blocks.push(`<p>${open}</p>`);
    open = "";
  };
  for (const part of [...sheet.childNodes].flatMap(cleaned)) {
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

/** The markup as nodes: what a text may not be made of leaves its words behind, and nothing else. */
export function nodesOf(html: string): Node[] {
  return [...parsed([...parsed(html)].flatMap(cleaned).join(""))];
}

function parsed(html: string): NodeListOf<ChildNode> {
  const { baize } = window as { baize?: { createHTML: (text: string) => string } };
  return new DOMParser().parseFromString(baize?.createHTML(html) ?? html, "text/html").body.childNodes;
}

/** The markup of a node, each part by itself. */
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
