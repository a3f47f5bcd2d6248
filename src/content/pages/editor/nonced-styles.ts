/**
 * The editor's block tools put their styles into the page the moment they are loaded, and take no nonce. While they load, every
 * style element that is made gets the page's (content security policy of an operator's page).
 */
const make = document.createElement;
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";

document.createElement = function createElement(this: Document, ...given: Parameters<typeof make>) {
  const element = make.apply(this, given);
  if (element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
} as typeof make;

export function stopNoncing(): string {
  document.createElement = make;
  return nonce;
}
