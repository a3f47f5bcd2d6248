/** One printed result: `a` is measured, `b` is the reference, `ok` says whether the ratio is within its budget. */
export type Ratio = {
  name: string;
  ratio: number;
  budget: number;
  ok: boolean;
  a: number;
  b: number;
  unit: string;
} & Record<string, number | string | boolean>;

type Measured = { a: number; b: number; budget: number; unit: string } & Record<string, number | string | boolean>;

/** The ratio of a to b in one unit, with any further figures. */
export function ratioOf(name: string, { a, b, budget, unit, ...more }: Measured): Ratio {
  const ratio = a / b;
  return { name, ratio, budget, ok: ratio <= budget, a, b, unit, ...more };
}

/** A measure against its limit. If the limit is 0, any measure above 0 fails. */
export function againstLimit(
  name: string,
  a: number,
  limit: number,
  unit: string,
  more: Record<string, number> = {},
): Ratio {
  return {
    ...ratioOf(name, { a, b: limit, budget: 1, unit, ...more }),
    ratio: limit === 0 ? a + 1 : a / limit,
    ok: a <= limit,
  };
}

/** The same measure of another checkout, if there is one. */
export function beside(before: number | undefined): Record<string, number> {
  return before === undefined ? {} : { before };
}

/** The median, or 0 of an empty list. Sorts the list in place. */
export function median(values: number[]): number {
  return values.sort((x, y) => x - y)[values.length >> 1] ?? 0;
}

/** One line of JSON with three decimals. */
export function lineOf(ratio: Ratio): string {
  return JSON.stringify(ratio, (_key, value: unknown) =>
    typeof value === "number" ? Math.round(value * 1_000) / 1_000 : value,
  );
}
