/** The number of a machine, as the search takes it. */
const SLOT = /^\d{1,9}$/;

/**
 * The page's address with another machine, or with none: then it is the latest list. What else it asks for stays. Null for what
 * is no machine's number.
 */
export function searchAddress(pathname: string, search: string, typed: string): string | null {
  const slot = typed.trim();
  if (slot !== "" && !SLOT.test(slot)) return null;
  const query = new URLSearchParams(search);
  query.delete("tab");
  query.delete("slot");
  if (slot !== "") query.set("slot", slot);
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}
