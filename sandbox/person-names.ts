/** Words with which a surname may begin, as in 'de La Tour' or 'van den Berg'. */
const PARTICLES = new Set(
  "de du des la le les van von der den del della di da dos d l ter ten zum zur el al ben saint sainte".split(" "),
);

/**
 * The first names and the surname of a name that came in one piece, first names first. The surname is the last word
 * with the particles before it; every word before that is a first name.
 */
export function namesOf(whole: string): { firstname: string; lastname: string } {
  const words = whole.trim().split(/\s+/);
  let start = words.length - 1;
  while (start > 1 && PARTICLES.has((words[start - 1] ?? "").toLowerCase().replace(/[’'.-]$/, ""))) start -= 1;
  return { firstname: words.slice(0, start).join(" "), lastname: words.slice(start).join(" ") };
}
