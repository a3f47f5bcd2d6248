/** Counters and histograms in Prometheus's text format. Labels must not come from visitors, who could multiply them. */
export type Metrics = ReturnType<typeof openMetrics>;

/** What each metric means, by its name without labels. */
export type MetricHelp = Record<string, string>;

const BUCKETS_SECONDS = [0.005, 0.025, 0.1, 0.5, 2, 10] as const;

type Kind = "counter" | "gauge" | "histogram";
type Family = { kind: Kind; lines: string[] };

/** The name of a series with its labels: `http_requests_total{venue="valombre",status="200"}`. */
export function labelled(name: string, labels: Record<string, string | number>): string {
  return `${name}{${Object.entries(labels)
    .map(([label, value]) => `${label}="${escaped(String(value))}"`)
    .join(",")}}`;
}

/** A label's value as it stands between quotation marks. */
export function escaped(value: string): string {
  return value.replaceAll(/[\\"]/g, "\\$&").replaceAll("\n", "\\n");
}

export function openMetrics(help: MetricHelp = {}) {
  const counters = new Map<string, number>();
  const histograms = new Map<string, { counts: number[]; sum: number; total: number }>();
  return {
    /** Adds `by` to a counter. The name includes its labels: `pages_total{from="cache"}`. */
    count(name: string, by = 1): void {
      counters.set(name, (counters.get(name) ?? 0) + by);
    },
    /** Records a duration in seconds in a histogram. The name includes its labels. */
    observe(name: string, seconds: number): void {
      const histogram = histograms.get(name) ?? { counts: BUCKETS_SECONDS.map(() => 0), sum: 0, total: 0 };
      BUCKETS_SECONDS.forEach((bound, at) => {
        if (seconds <= bound) histogram.counts[at] = (histogram.counts[at] ?? 0) + 1;
      });
      histogram.sum += seconds;
      histogram.total += 1;
      histograms.set(name, histogram);
    },
    /** The text that /metrics answers. `gauges` are values read at the time of the call, by names with their labels. */
    text(gauges: Record<string, number>): string {
      const families = new Map<string, Family>();
      const add = (kind: Kind, series: string, ...lines: string[]) => {
        const [name = ""] = series.split("{");
        const family = families.get(name) ?? { kind, lines: [] };
        family.lines.push(...lines);
        families.set(name, family);
      };
      for (const [series, value] of counters) add("counter", series, `${series} ${value}`);
      for (const [series, value] of Object.entries(gauges)) add("gauge", series, `${series} ${value}`);
      for (const [series, histogram] of histograms) add("histogram", series, ...linesOf(series, histogram));
      const texts = [...families].map(([name, { kind, lines }]) =>
        [
          ...(help[name] === undefined ? [] : [`# HELP ${name} ${help[name]}`]),
          `# TYPE ${name} ${kind}`,
          ...lines,
        ].join("\n"),
      );
      return `${texts.join("\n")}\n`;
    },
  };
}

function linesOf(series: string, { counts, sum, total }: { counts: number[]; sum: number; total: number }): string[] {
  const [, name = series, labels = ""] = /^([^{]*)(?:\{(.*)\})?$/s.exec(series) ?? [];
  const bucket = (bound: number | string, count: number) =>
    `${name}_bucket{${labels === "" ? "" : `${labels},`}le="${bound}"} ${count}`;
  const own = labels === "" ? "" : `{${labels}}`;
  return [
    ...BUCKETS_SECONDS.map((bound, at) => bucket(bound, counts[at] ?? 0)),
    bucket("+Inf", total),
    `${name}_sum${own} ${sum}`,
    `${name}_count${own} ${total}`,
  ];
}
