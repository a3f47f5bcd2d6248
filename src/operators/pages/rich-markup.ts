/** What a text of the venue may be made of; the server says so again, on write and on read. */
const ALLOWED = new Set(["P", "H2", "H3", "H4", "UL", "OL", "LI", "B", "I", "U", "A", "BR"]);
const SAME: Record<string, string> = { STRONG: "b", EM: "i", DIV: "p" };
const BLOCK = /^(P|H[2-4]|UL|OL)$/;
/** Where a link of a text may lead. */
export const LINK = /^(https?:|mailto:|tel:)/i;

/** What the sheet says; words that stand in no paragraph yet are put into one, and a sheet without words is empty. */
export function markupOf(sheet: HTMLElement): string {
  if (sheet.textContent.trim() === "") return "";
  const made = document.createElement("div");
  let open: HTMLElement | null = null;
  for (const node of [...sheet.childNodes].flatMap(cleanedNode)) {
    if (node instanceof Element && BLOCK.test(node.tagName)) {
      open = null;
      made.append(node);
      continue;
    }
    if (open === null) made.append((open = document.createElement("p")));
    open.append(node);
  }
  return made.innerHTML;
}

/** The markup as nodes of ours: what a text may not be made of leaves its words behind, and nothing else. */
export function nodesOf(html: string): Node[] {
  const { baize } = window as { baize?: { createHTML: (text: string) => string } };
  const inert = new DOMParser().parseFromString(baize?.createHTML(html) ?? html, "text/html");
  return [...inert.body.childNodes].flatMap(cleanedNode);
}

function cleanedNode(node: Node): Node[] {
  if (node instanceof Text) return [document.createTextNode(node.data)];
  if (!(node instanceof Element) || /^(script|style|template)$/i.test(node.tagName)) return [];
  const inner = [...node.childNodes].flatMap(cleanedNode);
  const name = SAME[node.tagName] ?? node.tagName;
  if (!ALLOWED.has(name.toUpperCase())) return inner;
  const made = document.createElement(name);
  const href = node.getAttribute("href") ?? "";
  if (made instanceof HTMLAnchorElement && LINK.test(href)) made.setAttribute("href", href);
  made.append(...inner);
  return [made];
}
