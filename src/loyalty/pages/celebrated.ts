/** True for the first celebration of an attempt in this browser, which remembers it. */
export function isFirstTime(attempt: string): boolean {
  const key = `baize-enrolled-${attempt}`;
  try {
    if (localStorage.getItem(key) !== null) return false;
    localStorage.setItem(key, "1");
    return true;
  } catch {
    // Without storage nobody can tell a second time from the first.
    return false;
  }
}

/** True where the consent cookie agrees to measures. */
export function mayBeCounted(cookie: string): boolean {
  return /(?:^|; )consent=[^;]*measure(?:=|%3D)1/.test(cookie);
}
