/** The server says so too. */
const IDLE_MS = 600_000;

/**
 * What stands for the PIN of a site after it was given: in this page's memory and nowhere else, until ten minutes pass without its use, the
 * wallet is closed or the page is left.
 */
let held: { siteId: number; handle: string; timer: ReturnType<typeof setTimeout> } | null = null;

export function handleOf(siteId: number): string | null {
  return held?.siteId === siteId ? held.handle : null;
}

/** Keeps a handle, or begins its ten minutes anew; `onIdle` hears of their end. */
export function holdHandle(siteId: number, handle: string, onIdle: () => void): void {
  forgetHandle();
  const end = () => {
    held = null;
    onIdle();
  };
  held = { siteId, handle, timer: setTimeout(end, IDLE_MS) };
}

/** Gives the handle that was held, for who tells the server. */
export function forgetHandle(): string | null {
  const handle = held?.handle ?? null;
  clearTimeout(held?.timer);
  held = null;
  return handle;
}
