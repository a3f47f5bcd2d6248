/** Welch's t statistic of two samples. */
export function welch(a: number[], b: number[]): number {
  const mean = (xs: number[]) => xs.reduce((sum, x) => sum + x, 0) / xs.length;
  const share = (xs: number[]) => xs.reduce((sum, x) => sum + (x - mean(xs)) ** 2, 0) / (xs.length - 1) / xs.length;
  return (mean(a) - mean(b)) / Math.sqrt(share(a) + share(b));
}

/** The CPU time in milliseconds that this process spends on `run`. Other processes do not count. */
export function computingMs(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
