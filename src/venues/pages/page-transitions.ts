/** The name that a picture carries from a list into its detail and back (`view-transition-name`, detail.css). */
const PICTURE_TRANSITION = "detail-picture";

type Transition = { ready: Promise<unknown>; finished: Promise<unknown> };
type SwapEvent = Event & { viewTransition: Transition | null; activation?: { entry: { url: string | null } } | null };
type RevealEvent = Event & { viewTransition: Transition | null };
type Navigated = { navigation?: { activation: { from: { url: string | null } | null } | null } };

/** Changes the page, as a view transition where the browser has them and motion is welcome; the picture `from` grows into the detail's. */
export function transitionTo(from: HTMLImageElement | null, change: () => void): void {
  if (!("startViewTransition" in document) || matchMedia("(prefers-reduced-motion: reduce)").matches) {
    change();
    return;
  }
  from?.style.setProperty("view-transition-name", PICTURE_TRANSITION);
  const transition = document.startViewTransition(() => {
    from?.style.removeProperty("view-transition-name");
    change();
  });
  // A newer change skips this one's drawing, never its work.
  transition.ready.catch(() => undefined);
}

/** Between two documents: the picture of the link that leads to the other page takes part, on the way there and back. */
export function startPageTransitions(): void {
  addEventListener("pageswap", (event) => {
    const { viewTransition, activation } = event as SwapEvent;
    forgo(viewTransition);
    if (viewTransition && activation) carry(activation.entry.url, viewTransition);
  });
  addEventListener("pagereveal", (event) => {
    const { viewTransition } = event as RevealEvent;
    forgo(viewTransition);
    const from = (window as Navigated).navigation?.activation?.from?.url ?? null;
    if (viewTransition) carry(from, viewTransition);
  });
  // Where a page was shown before the other's picture came, Chromium gives nobody the transition that it refuses.
  addEventListener("unhandledrejection", (event) => {
    if (/Error: Transition was /.test(String(event.reason))) event.preventDefault();
  });
}

/** The page on the other side may have none, and a newer transition skips an older one: neither is a failure. */
function forgo(transition: Transition | null): void {
  transition?.ready.catch(() => undefined);
  transition?.finished.catch(() => undefined);
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
