/** Adds a link to the page's head. */
export function addLink(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement("link"), link));
}
