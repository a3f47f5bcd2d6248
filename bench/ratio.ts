/** What is printed: `a` is what we measured, `b` what it is measured against; `ok` where the ratio is within its budget. */
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

/** a against b, of one unit, with whatever else is worth reading. */
export function ratioOf(name: string, { a, b, budget, unit, ...more }: Measured): Ratio {
  const ratio = a / b;
  return { name, ratio, budget, ok: ratio <= budget, a, b, unit, ...more };
}

/** A measure against the most that it may be. Where that is nothing, one of it is one too many. */
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

/** Another checkout's measure, where there is one. */
export function beside(before: number | undefined): Record<string, number> {
  return before === undefined ? {} : { before };
}

/** The middle one, which no single disturbance moves; 0 of none. Puts them in order. */
export function median(values: number[]): number {
  return values.sort((x, y) => x - y)[values.length >> 1] ?? 0;
}

/** One line of JSON; three figures after the point are enough. */
export function lineOf(ratio: Ratio): string {
  return JSON.stringify(ratio, (_key, value: unknown) =>
    typeof value === "number" ? Math.round(value * 1_000) / 1_000 : value,
  );
}
