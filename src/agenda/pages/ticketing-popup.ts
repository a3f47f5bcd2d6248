/** The ticketing provider's window (section 2.5). */
const WINDOW = { name: "baize-ticketing", features: "popup,width=650,height=600" };

/**
 * Opens a ticketing link in a small window of its own; where the browser blocks it, in this tab. A click that asks for a
 * tab keeps it, and without script the link opens in a new one.
 */
export function startTicketing(root: Document | Element): void {
  root.addEventListener("click", (event) => {
    if (!(event instanceof MouseEvent) || !(event.target instanceof Element)) return;
    const link = event.target.closest<HTMLAnchorElement>("a[data-ticketing]");
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const opened = window.open(link.href, WINDOW.name, WINDOW.features);
    if (opened === null) {
      location.assign(link.href);
      return;
    }
    opened.opener = null;
    opened.focus();
  });
}
