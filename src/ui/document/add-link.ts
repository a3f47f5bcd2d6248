/** Adds a link to the page's head. */
export function addLink(page: Document, link: Partial<HTMLLinkElement>): void {
  page.head.append(Object.assign(page.createElement("link"), link));
}
