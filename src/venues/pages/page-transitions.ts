/** The name that a picture carries from a list into its detail and back (`view-transition-name`, detail.css). */
const PICTURE_TRANSITION = "detail-picture";

type Transition = { finished: Promise<unknown> };
type SwapEvent = Event & {
  viewTransition: Transition | null;
  activation?: { entry: { url: string | null } | null } | null;
};
type RevealEvent = Event & { viewTransition: Transition | null };
type Navigated = { navigation?: { activation: { from: { url: string | null } | null } | null } };

/** Changes the page, as a view transition where the browser has them and motion is welcome; the picture `from` grows into the detail's. */
export function transitionTo(from: HTMLImageElement | null, change: () => void): void {
  if (!("startViewTransition" in document) || matchMedia("(prefers-reduced-motion: reduce)").matches) {
    change();
    return;
  }
  from?.style.setProperty("view-transition-name", PICTURE_TRANSITION);
  document.startViewTransition(() => {
    from?.style.removeProperty("view-transition-name");
    change();
  });
}

/** Between two documents: the picture of the link that leads to the other page takes part, on the way there and back. */
export function startPageTransitions(): void {
  addEventListener("pageswap", (event) => {
    const { viewTransition, activation } = event as SwapEvent;
    // There is no entry where the server leads a step back elsewhere.
    if (viewTransition) carry(activation?.entry?.url ?? null, viewTransition);
  });
  addEventListener("pagereveal", (event) => {
    const { viewTransition } = event as RevealEvent;
    const from = (window as Navigated).navigation?.activation?.from?.url ?? null;
    if (viewTransition) carry(from, viewTransition);
  });
  // The other page may have none, and a newer one skips an older: no failure. Chromium also refuses some that it gave nobody.
  addEventListener("unhandledrejection", (event) => {
    if (event.reason instanceof DOMException && /transition/i.test(event.reason.message)) event.preventDefault();
  });
}

function carry(address: string | null, { finished }: Transition): void {
  if (address === null || document.querySelector(".detail-picture") !== null) return;
  const { pathname } = new URL(address);
  const picture = document.querySelector<HTMLElement>(`a[href="${CSS.escape(pathname)}"] img`);
  if (!picture || pathname === "/") return;
  picture.style.setProperty("view-transition-name", PICTURE_TRANSITION);
  const release = () => picture.style.removeProperty("view-transition-name");
  void finished.then(release, release);
}
