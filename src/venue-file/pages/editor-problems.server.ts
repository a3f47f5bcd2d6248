import { fieldAt, SKIPPED } from "../../ui/desk/form-data.ts";
import type { Field } from "../../ui/desk/form-fields.ts";
import { m } from "../../messages/messages.js";
import type { PartOutcome } from "../editing.server.ts";
import type { EditorState } from "./desk-editor-form.tsx";
import type { FieldTexts } from "./desk-texts.server.ts";
import { problemWords } from "./problem-words.ts";
import type { Edited } from "./desk-editor.server.ts";

type Problems = Extract<PartOutcome, { problems: unknown }>["problems"];

/** Problems by the field under which they are shown; `elsewhere` are those without a field in this form. */
export function problemsOf(
  fields: readonly Field[],
  texts: FieldTexts,
  told: Problems,
  written: unknown,
): Pick<EditorState, "problems" | "elsewhere"> {
  const problems = new Map<string, string>();
  const elsewhere: string[] = [];
  for (const { path, message, isElsewhere } of told) {
    const name = nameOf(path);
    const text = isSkipped(written, name) ? m.desk_p_skipped() : problemWords(message);
    const shown = isElsewhere ? null : shownName(fields, name);
    if (shown === null) elsewhere.push(m.desk_problem({ label: path, text }));
    else if (!problems.has(shown)) problems.set(shown, text);
  }
  const labelOf = (name: string) => labelled(fields, name, texts.label);
  return { problems: [...problems].map(([name, text]) => ({ name, label: labelOf(name), text })), elsewhere };
}

/** A problem in words, preceded by the label of its field. */
export function labelledProblem(
  { fields, texts }: Edited,
  { path, message }: { path: string; message: string },
): string {
  const label = labelled(fields, nameOf(path), texts.label);
  return label === "" ? problemWords(message) : m.desk_problem({ label, text: problemWords(message) });
}

/** The field under which a problem is shown: its own, or the nearest enclosing group that the form shows. */
function shownName(fields: readonly Field[], name: string): string | null {
  for (let at = name; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    const field = fieldAt(fields, at);
    if (field !== null && !(field.kind === "value" && field.widget === "hidden")) return at;
  }
  return null;
}

function isSkipped(written: unknown, name: string): boolean {
  let part = written;
  for (const step of name.split(".")) part = (part as Record<string, unknown> | null | undefined)?.[step];
  return typeof part === "string" && part.startsWith(SKIPPED);
}

function nameOf(path: string): string {
  return path.replaceAll(/\[(\d+)\]/g, ".$1").replace(/^\./, "");
}

function labelled(fields: readonly Field[], name: string, label: (path: string) => string): string {
  const steps = name.split(".");
  const labels = steps.flatMap((_, at) => {
    const field = fieldAt(fields, steps.slice(0, at + 1).join("."));
    if (field === null || /^\d+$/.test(steps[at] ?? "")) return [];
    return [label(field.path)];
  });
  return labels.join(", ");
}
