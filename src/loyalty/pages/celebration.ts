/** True for the first celebration of an attempt in this browser. Remembers it. */
export function isFirstCelebration(attempt: string): boolean {
  const key = `baize-enrolled-${attempt}`;
  try {
    if (localStorage.getItem(key) !== null) return false;
    localStorage.setItem(key, "1");
    return true;
  } catch {
    // Without storage, do not celebrate: every visit would look like the first.
    return false;
  }
}

/** True if the consent cookie allows measurement. */
export function isMeasurementAllowed(cookie: string): boolean {
  return /(?:^|; )consent=[^;]*measure(?:=|%3D)1/.test(cookie);
}
