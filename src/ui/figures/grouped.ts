/** Formats a code in groups of four, counted from the right: '4819 2203 7716 0458', '123 4567'. */
export function grouped(code: string): string {
  return code.replaceAll(/\B(?=(.{4})+$)/gu, " ");
}
