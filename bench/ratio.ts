/** One line of the bench: `a` is what we measured, `b` what it is measured against; `ok` where ratio ≤ budget. */
export type Ratio = { name: string; ratio: number; budget: number; a: number; b: number; unit: string } & Record<
  string,
  number | string | boolean
>;

/** A ratio of two numbers of the same unit, with whatever else is worth reading. */
export function ratioOf(
  name: string,
  { a, b, budget, unit, ...more }: { a: number; b: number; budget: number; unit: string } & Record<string, number | string>,
): Ratio {
  const ratio = a / b;
  return { name, ratio, budget, ok: ratio <= budget, a, b, unit, ...more };
}

/** The line as it is printed: three figures after the point are enough. */
export function lineOf(ratio: Ratio): string {
  return JSON.stringify(ratio, (_key, value: unknown) => (typeof value === "number" ? Math.round(value * 1_000) / 1_000 : value));
}
