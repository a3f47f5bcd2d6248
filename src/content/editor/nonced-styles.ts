/**
 * The text editor and its tools put style elements into the page, some of them without the nonce that the page's policy asks for.
 * From here on every style element that a script makes has it; whoever runs a script here needs no style to do harm.
 */
const make = document.createElement;

export const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";

document.createElement = function createElement(this: Document, ...given: Parameters<typeof make>) {
  const element = make.apply(this, given);
  if (element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
};
