/** Fetches the card scanner on the page that has a place for it. */
export function loadScanner(root: Document): void {
  const { scanner } = root.querySelector<HTMLElement>("[data-scanner]")?.dataset ?? {};
  if (scanner !== undefined) void import(/* @vite-ignore */ scanner).catch(() => undefined);
}
