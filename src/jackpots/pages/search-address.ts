/** The number of a machine: one to nine digits. */
const SLOT = /^\d{1,9}$/;

/**
 * The page's address for another machine, or for the latest list where nothing is typed. Other parameters stay. Null
 * for anything but a machine's number.
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
