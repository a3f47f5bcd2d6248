import { IN_PLACE_EVENT } from "../../ui/form-in-place.ts";

type Words = Record<"bold" | "italic" | "heading" | "list" | "link" | "ask", string>;

/** What a text of the venue may be made of (G158); the server says so again, on write and on read. */
const ALLOWED = new Set(["P", "H2", "H3", "H4", "UL", "OL", "LI", "B", "I", "U", "A", "BR"]);
const SAME: Record<string, string> = { STRONG: "b", EM: "i", DIV: "p" };
const LINK = /^(https?:|mailto:|tel:)/i;

/**
 * Text areas that hold a formatted text, `[data-rich]`, are written in as they will look; the area stays beneath, so that the form
 * sends what it always does. Nothing is taken over from elsewhere but words.
 */
export function startRichTexts(root: Document): void {
  const dress = () =>
    root.querySelectorAll<HTMLTextAreaElement>("textarea[data-rich]:not([aria-hidden])").forEach(begin);
  root.addEventListener(IN_PLACE_EVENT, dress);
  dress();
}

function begin(area: HTMLTextAreaElement): void {
  const words = JSON.parse(area.dataset["rich"] ?? "{}") as Words;
  const sheet = document.createElement("div");
  sheet.className = "desk-sheet";
  sheet.contentEditable = "true";
  sheet.role = "textbox";
  sheet.ariaMultiLine = "true";
  sheet.ariaLabel = area.labels[0]?.textContent ?? "";
  for (const name of ["aria-invalid", "aria-describedby"]) {
    const value = area.getAttribute(name);
    if (value !== null) sheet.setAttribute(name, value);
  }
  sheet.append(...cleaned(area.value));
  sheet.addEventListener("input", () => (area.value = markupOf(sheet)));
  sheet.addEventListener("paste", (event) => {
    event.preventDefault();
    document.execCommand("insertText", false, event.clipboardData?.getData("text/plain") ?? "");
  });
  sheet.addEventListener("drop", (event) => event.preventDefault());
  sheet.addEventListener("focus", () => document.execCommand("defaultParagraphSeparator", false, "p"));
  area.before(tools(sheet, words), sheet);
  area.classList.add("heard");
  area.ariaHidden = "true";
  area.tabIndex = -1;
  const hadFocus = document.activeElement === area;
  area.addEventListener("focus", () => sheet.focus());
  if (hadFocus) sheet.focus();
}

function tools(sheet: HTMLElement, words: Words): HTMLElement {
  const bar = document.createElement("div");
  bar.className = "desk-rich-tools";
  bar.role = "toolbar";
  bar.ariaLabel = sheet.ariaLabel;
  const button = (label: string, act: () => void) => {
    const one = Object.assign(document.createElement("button"), { type: "button", textContent: label });
    // The selection in the text stays where it is.
    one.addEventListener("mousedown", (event) => event.preventDefault());
    one.addEventListener("click", () => {
      sheet.focus();
      act();
    });
    bar.append(one);
  };
  const command = (name: string, value?: string) => () => void document.execCommand(name, false, value);
  button(words.bold, command("bold"));
  button(words.italic, command("italic"));
  button(words.heading, () => {
    const isHeading = /^h[2-4]$/i.test(document.queryCommandValue("formatBlock"));
    document.execCommand("formatBlock", false, isHeading ? "p" : "h3");
  });
  button(words.list, command("insertUnorderedList"));
  button(words.link, () => {
    const href = prompt(words.ask, "https://");
    if (href !== null) document.execCommand(LINK.test(href) ? "createLink" : "unlink", false, href);
  });
  return bar;
}

const BLOCK = /^(P|H[2-4]|UL|OL)$/;

/** What the sheet says; words that stand in no paragraph yet are put into one, and a sheet without words is empty. */
function markupOf(sheet: HTMLElement): string {
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
function cleaned(html: string): Node[] {
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
