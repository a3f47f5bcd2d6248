/** Longer than this, in milliseconds, and the visitor is told. */
const PATIENCE_MS = 10_000;

type TrustedHtml = { createHTML: (text: string) => string };
/** A page and the path that it came from at last, redirects followed. */
export type FetchedPage = { path: string; page: DocumentFragment };

/**
 * Another page of this site, to take parts from: inert, its scripts and styles do nothing. The text becomes elements through
 * the site's one Trusted Types policy, which the boot script has made. Rejects where no page comes, or when `signal` ends it.
 */
export async function fetchPage(href: string, signal?: AbortSignal): Promise<FetchedPage> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const answer = await fetch(href, {
    headers: { Accept: "text/html" },
    signal: signal === undefined ? patience : AbortSignal.any([signal, patience]),
  });
  if (!answer.ok) throw new Error(`a page answered ${answer.status}`);
  return { path: new URL(answer.url).pathname, page: inertPage(await answer.text()) };
}

/** The text of a page of this site as inert elements, by the same policy. */
export function inertPage(text: string): DocumentFragment {
  const { baize } = window as { baize?: TrustedHtml };
  const template = document.createElement("template");
  template.innerHTML = baize?.createHTML(text) ?? text;
  return template.content;
}

/** The rules that a page has for itself alone (venue colour, focal points, its own sheets), for an adopted style sheet. */
export function rulesOf(page: ParentNode): string {
  return page.querySelector("#page-style")?.textContent ?? "";
}
