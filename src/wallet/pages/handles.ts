/** The server ends a handle after the same time. */
const IDLE_MS = 600_000;

/**
 * The handle of the unlocked wallet. It is kept in this page's memory only, until it is unused for ten minutes, the
 * wallet is closed, or the page is left.
 */
let held: { siteId: number; handle: string; timer: ReturnType<typeof setTimeout> } | null = null;

export function handleOf(siteId: number): string | null {
  return held?.siteId === siteId ? held.handle : null;
}

/** Stores a handle, or restarts its ten minutes. `onIdle` is called when they end. */
export function holdHandle(siteId: number, handle: string, onIdle: () => void): void {
  forgetHandle();
  const end = () => {
    held = null;
    onIdle();
  };
  held = { siteId, handle, timer: setTimeout(end, IDLE_MS) };
}

/** Forgets the handle and returns it, so that the caller can end it on the server. */
export function forgetHandle(): string | null {
  const handle = held?.handle ?? null;
  clearTimeout(held?.timer);
  held = null;
  return handle;
}
