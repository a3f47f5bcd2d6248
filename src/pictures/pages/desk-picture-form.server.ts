import { data } from "react-router";
import type { DeskAnswer } from "../../venues/desk/answer.ts";
import { typedAgain } from "../../venues/desk/answer.server.ts";
import { m } from "../../messages/messages.js";
import { isStorable } from "../../platform/schema.ts";
import { ALT_MAX } from "../limits.ts";
import { PICTURE_WORDS } from "../refusal-words.server.ts";
import type { PictureOutcome, PictureWords } from "../editing.server.ts";

const SHOWN_AGAIN = ["name", "alt_fr", "alt_en", "focal_x", "focal_y"];

/** The answer to a refused form of a picture: status 422, with the typed values. */
export function pictureRefused(fields: Record<string, string>, refused: Partial<Omit<DeskAnswer, "values">>) {
  const answer: DeskAnswer = { values: typedAgain(fields, SHOWN_AGAIN), problems: {}, alert: null, ...refused };
  return data(answer, { status: 422 });
}

const PER_CENT = /^(100|\d{1,2})([.,]\d{1,2})?$/;

/** Reads the alternative texts and the focal point (in per cent) from a posted form. */
export function wordsIn(fields: Record<string, string>): { words: PictureWords; problems: Record<string, string> } {
  // A browser counts a line break as one character, and sends two.
  const textOf = (name: string) => (fields[name] ?? "").replaceAll("\r\n", "\n").trim();
  const alt = { fr: textOf("alt_fr"), en: textOf("alt_en") };
  const problems: Record<string, string> = {};
  for (const locale of ["fr", "en"] as const) {
    const problem = altProblem(alt[locale]);
    if (problem !== null) problems[`alt_${locale}`] = problem;
  }
  const point = { x: 0.5, y: 0.5 };
  for (const axis of ["x", "y"] as const) {
    const text = (fields[`focal_${axis}`] ?? "").trim();
    const value = Number(text.replace(",", "."));
    if (!PER_CENT.test(text) || value > 100) problems[`focal_${axis}`] = m.desk_picture_focal_wrong();
    else point[axis] = value / 100;
  }
  return { words: { alt, focalPoint: point }, problems };
}

function altProblem(text: string): string | null {
  if (text === "") return m.desk_picture_alt_missing();
  if (!isStorable(text)) return m.desk_p_characters();
  return text.length > ALT_MAX ? m.desk_p_long({ max: ALT_MAX }) : null;
}

/** The bytes of the posted file; null where no file was chosen. */
export async function pictureBytes(form: FormData): Promise<Uint8Array | null> {
  const file = form.get("file");
  return file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null;
}

/** The sentence that tells why a picture was refused. */
export function pictureRefusalText(outcome: Exclude<PictureOutcome, { id: string }>): string {
  if ("missingAlt" in outcome) return m.desk_picture_alt_missing();
  if ("usage" in outcome) return m.desk_picture_group();
  if ("taken" in outcome) return m.desk_picture_taken();
  if ("unknown" in outcome) return m.operators_picture_not_stored();
  return PICTURE_WORDS[outcome.refusal.code]({}, {});
}

/** The sentence after a save, with a warning where the picture is too bright for text. */
export function savedNote({ isTooBright }: Extract<PictureOutcome, { id: string }>): string {
  return isTooBright === true ? `${m.desk_picture_saved()} ${m.operators_ui_picture_bright()}` : m.desk_picture_saved();
}
