/** Counters and histograms in Prometheus's text format. Labels must not come from visitors, who could multiply them. */
export type Metrics = ReturnType<typeof openMetrics>;

const BUCKETS_SECONDS = [0.005, 0.025, 0.1, 0.5, 2, 10] as const;

export function openMetrics() {
  const counters = new Map<string, number>();
  const histograms = new Map<string, { counts: number[]; sum: number; total: number }>();
  return {
    /** Adds `by` to a counter. The name includes its labels: `http_requests_total{route="/",status="200"}`. */
    count(name: string, by = 1): void {
      counters.set(name, (counters.get(name) ?? 0) + by);
    },
    /** Records a duration in seconds in a histogram, whose name has no labels. */
    observe(name: string, seconds: number): void {
      const histogram = histograms.get(name) ?? { counts: BUCKETS_SECONDS.map(() => 0), sum: 0, total: 0 };
      BUCKETS_SECONDS.forEach((bound, at) => {
        if (seconds <= bound) histogram.counts[at] = (histogram.counts[at] ?? 0) + 1;
      });
      histogram.sum += seconds;
      histogram.total += 1;
      histograms.set(name, histogram);
    },
    /** The text that /metrics answers. `gauges` are values read at the time of the call. */
    text(gauges: Record<string, number>): string {
      const lines = [...counters, ...Object.entries(gauges)].map(([name, value]) => `${name} ${value}`);
      for (const [name, { counts, sum, total }] of histograms) {
        BUCKETS_SECONDS.forEach((bound, at) => lines.push(`${name}_bucket{le="${bound}"} ${counts[at]}`));
        lines.push(`${name}_bucket{le="+Inf"} ${total}`, `${name}_sum ${sum}`, `${name}_count ${total}`);
      }
      return `${lines.join("\n")}\n`;
    },
  };
}
