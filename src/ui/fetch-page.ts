/** Longer than this, in milliseconds, and the visitor is told. */
const PATIENCE_MS = 10_000;

type TrustedHtml = { createHTML: (text: string) => string };

/**
 * Another page of this site, to take parts from: inert, its scripts and styles do nothing. The text becomes elements through
 * the site's one Trusted Types policy, which the boot script has made. Rejects where no page comes.
 */
export async function fetchPage(href: string): Promise<DocumentFragment> {
  const answer = await fetch(href, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) throw new Error(`a page answered ${answer.status}`);
  const { baize } = window as { baize?: TrustedHtml };
  const template = document.createElement("template");
  const text = await answer.text();
  template.innerHTML = baize?.createHTML(text) ?? text;
  return template.content;
}
