/** G131. The server says so too. */
const IDLE_MS = 600_000;

type Held = { handle: string; timer: ReturnType<typeof setTimeout> };

/**
 * What stands for the PIN of a site after it was given: in this page's memory and nowhere else, until ten minutes pass without its use or the
 * page is left.
 */
const held = new Map<number, Held>();

export function handleOf(siteId: number): string | null {
  return held.get(siteId)?.handle ?? null;
}

/** Keeps a handle, or begins its ten minutes anew; `onIdle` hears of their end. */
export function holdHandle(siteId: number, handle: string, onIdle: () => void): void {
  forgetHandle(siteId);
  const end = () => {
    held.delete(siteId);
    onIdle();
  };
  held.set(siteId, { handle, timer: setTimeout(end, IDLE_MS) });
}

export function forgetHandle(siteId: number): void {
  clearTimeout(held.get(siteId)?.timer);
  held.delete(siteId);
}
