const NBSP = "\u00a0";
const COUNTRY_CODES = [
  { code: "+33", trunk: "0", groups: [2, 2, 2, 2, 2] },
  { code: "+41", trunk: "0", groups: [3, 3, 2, 2] },
  { code: "+32", trunk: "0", groups: [3, 2, 2, 2] },
];

/** A telephone as a page links it. */
export function phoneLink(number: string): { href: string; label: string } {
  return { href: `tel:${number}`, label: phoneLabel(number) };
}

/** An international number in its country's own notation: `+33465712051` is `04 65 71 20 51`. Other countries stay unchanged. */
export function phoneLabel(number: string): string {
  const country = COUNTRY_CODES.find(({ code }) => number.startsWith(code));
  if (country === undefined) return number;
  const digits = country.trunk + number.slice(country.code.length);
  const groups: string[] = [];
  let at = 0;
  for (const size of country.groups) {
    groups.push(digits.slice(at, at + size));
    at += size;
  }
  return [...groups, digits.slice(at)].filter((group) => group !== "").join(NBSP);
}
