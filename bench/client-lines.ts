import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Ratio, ratioOf } from "./ratio.ts";

type Kind = "components" | "hooks" | "scripts";

/** Lines of code that run in the browser, by kind, compared with another checkout at `before`. */
export function clientLines(before: string | null): Ratio[] {
  const now = linesOf(".");
  const then = before === null ? now : linesOf(before);
  return (Object.keys(now) as Kind[]).map((kind) =>
    ratioOf(`lines of ${kind}${before === null ? "" : ": after / before"}`, {
      a: now[kind],
      b: then[kind],
      // Only hand-written scripts have a budget. Components and hooks may grow.
      budget: kind === "scripts" ? 1 : Number.POSITIVE_INFINITY,
      unit: "lines",
    }),
  );
}

function linesOf(root: string): Record<Kind, number> {
  const lines = { components: 0, hooks: 0, scripts: 0 };
  const files = globSync("src/**/*.{ts,tsx}", { cwd: root }).filter(
    (file) => !/\.server\.tsx?$|\.test\.tsx?$|\.fixtures\.ts$|\/messages\//.test(file),
  );
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    const kind = kindOf(file, text);
    if (kind !== null) lines[kind] += text.split("\n").filter((line) => line.trim() !== "").length;
  }
  return lines;
}

/** A script is a file that is neither a component nor a hook and touches the page. */
function kindOf(file: string, text: string): Kind | null {
  if (basename(file).startsWith("use-")) return "hooks";
  if (file.endsWith(".tsx")) return "components";
  const isScript = /\b(querySelector|getElementById|addEventListener|createElement|showModal|matchMedia)\b/.test(text);
  return isScript ? "scripts" : null;
}
