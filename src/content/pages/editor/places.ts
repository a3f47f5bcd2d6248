import type { BlockDocument } from "../../contract.ts";

/** A text on the page: its element, what it shows now, and the language of that. */
export type Place = {
  key: string;
  element: HTMLElement;
  shown: BlockDocument;
  /** The revision of these words in the page's language, 0 where it has none of its own: what a save begins from (C2). */
  rev: number;
  /** The language that the text is in, where another stands in for the page's. */
  language: string | null;
  isHidden: boolean;
};

/** The texts of the page in their order, as the door marked them. */
export function placesOf(root: ParentNode): Place[] {
  return [...root.querySelectorAll<HTMLElement>("[data-content-key]")].map((element) => ({
    key: element.dataset["contentKey"] ?? "",
    element,
    shown: JSON.parse(element.dataset["content"] ?? '{"blocks":[]}') as BlockDocument,
    rev: Number(element.dataset["contentRev"] ?? 0),
    language: element.dataset["contentLanguage"] ?? null,
    isHidden: element.dataset["contentHidden"] !== undefined,
  }));
}

/** The pictures of the page by key, each once, as they come. */
export function picturesOf(root: ParentNode): string[] {
  const elements = root.querySelectorAll<HTMLElement>("[data-picture-key]");
  return [...new Set([...elements].map((element) => element.dataset["pictureKey"] ?? ""))].filter((key) => key !== "");
}

/** Puts a text as it is live now into its place, from the page as the server makes it: words and revision together. */
export async function refreshPlace(place: Place): Promise<void> {
  const { element, key } = place;
  const answer = await fetch(location.href);
  // A page that is only read needs no style, and its nonce is not this page's.
  const html = (await answer.text()).replaceAll(/<style\b[\s\S]*?<\/style>/g, "");
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const live = placesOf(fresh).find((one) => one.key === key);
  if (live === undefined) return;
  place.shown = live.shown;
  place.rev = live.rev;
  place.language = live.language;
  for (const child of element.querySelectorAll(":scope > :not(.op-editing, .op-open)")) child.remove();
  for (const child of live.element.childNodes) element.append(document.importNode(child, true));
}
