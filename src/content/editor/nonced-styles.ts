/**
 * Editor.js and its tools insert style elements, some without the nonce that the content security policy requires. From
 * here on every style element made by script gets it. That gives no new power to an attacker, who would already run
 * script here.
 */
const make = document.createElement;

export const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";

document.createElement = function createElement(this: Document, ...given: Parameters<typeof make>) {
  const element = make.apply(this, given);
  if (element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
};
