/**
 * Marks the navigation's entries by the address's hash, which the server never sees: an entry that leads to a place on the
 * page is current only there, and Home is not current while any place is (section 2.4, "Active states").
 */
export function startAnchorLinks(root: Document | Element): void {
  const links = [...root.querySelectorAll<HTMLAnchorElement>(".bottom a, .masthead-nav a, .sheet-rows a")];
  const homes = links.filter((link) => link.getAttribute("aria-current") === "page" && link.pathname === "/");
  const follow = () => {
    for (const link of homes) mark(link, location.hash === "" ? "page" : null);
    for (const link of links) {
      if (link.hash !== "")
        mark(link, link.hash === location.hash && link.pathname === location.pathname ? "location" : null);
    }
  };
  addEventListener("hashchange", follow);
  follow();
}

function mark(link: HTMLAnchorElement, current: "page" | "location" | null): void {
  if (current === null) link.removeAttribute("aria-current");
  else link.setAttribute("aria-current", current);
}
