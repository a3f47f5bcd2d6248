import { createContext, data, type RouterContextProvider } from "react-router";
import { DeskArea, DeskText } from "../../operators/pages/desk-parts.tsx";
import { m } from "../../paraglide/messages.js";
import type { PictureRefusal } from "../pictures.server.ts";
import type { PictureOutcome, PictureWords } from "../picture-editing.server.ts";

export type PictureState = { values: Record<string, string>; problems: Record<string, string>; alert: string | null };

/** What an action on a picture leaves for the loader that shows its form again. */
export const pictureState = createContext<PictureState>({ values: {}, problems: {}, alert: null });

export function showPictureState(context: Readonly<RouterContextProvider>, status: number, state: PictureState) {
  context.set(pictureState, state);
  return data(null, { status });
}

const PER_CENT = /^(100|\d{1,2})([.,]\d{1,2})?$/;

/** What is said of a picture: what it shows, in each language, and its focal point in per cent. */
export function wordsIn(fields: Record<string, string>): { words: PictureWords; problems: Record<string, string> } {
  const alt = { fr: (fields["alt_fr"] ?? "").trim().slice(0, 300), en: (fields["alt_en"] ?? "").trim().slice(0, 300) };
  const problems: Record<string, string> = {};
  for (const locale of ["fr", "en"] as const)
    if (alt[locale] === "") problems[`alt_${locale}`] = m.desk_picture_alt_missing();
  const point = { x: 0.5, y: 0.5 };
  for (const axis of ["x", "y"] as const) {
    const text = (fields[`focal_${axis}`] ?? "").trim();
    const value = Number(text.replace(",", "."));
    if (!PER_CENT.test(text) || value > 100) problems[`focal_${axis}`] = m.desk_picture_focal_wrong();
    else point[axis] = value / 100;
  }
  return { words: { alt, focalPoint: point }, problems };
}

/** The bytes of the posted file; null where none was chosen. */
export async function pictureBytes(form: FormData): Promise<Uint8Array | null> {
  const file = form.get("file");
  return file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null;
}

const REFUSALS: Record<PictureRefusal["code"], () => string> = {
  too_large: m.operators_too_large,
  not_a_picture: m.operators_picture_format,
  too_many_pixels: m.operators_picture_pixels,
  animated: m.operators_picture_animated,
  broken: m.operators_picture_broken,
  too_heavy: m.operators_picture_heavy,
  busy: m.operators_picture_busy,
};

/** Why a picture was not taken, in words. */
export function pictureTold(outcome: Exclude<PictureOutcome, { id: string }>): string {
  if ("missingAlt" in outcome) return m.desk_picture_alt_missing();
  if ("standing" in outcome) return m.desk_picture_group();
  if ("taken" in outcome) return m.desk_picture_taken();
  if ("unknown" in outcome) return m.operators_picture_not_stored();
  return REFUSALS[outcome.refusal.code]();
}

/** That it was taken, and what is to be thought of. */
export function savedNote({ isTooBright }: Extract<PictureOutcome, { id: string }>): string {
  return isTooBright === true ? `${m.desk_picture_saved()} ${m.operators_ui_picture_bright()}` : m.desk_picture_saved();
}

/** The fields of `wordsIn`. */
export function PictureWordsFields({ state: { values, problems } }: { state: PictureState }) {
  return (
    <>
      <fieldset className="desk-group desk-localized">
        <legend>{m.desk_f_alt()}</legend>
        <DeskArea
          name="alt_fr"
          rows={2}
          maxLength={300}
          label={m.desk_lang_fr()}
          problem={problems["alt_fr"]}
          defaultValue={values["alt_fr"] ?? ""}
        />
        <DeskArea
          name="alt_en"
          rows={2}
          maxLength={300}
          label={m.desk_lang_en()}
          problem={problems["alt_en"]}
          defaultValue={values["alt_en"] ?? ""}
        />
      </fieldset>
      <fieldset className="desk-group desk-localized">
        <legend>{m.desk_picture_focal()}</legend>
        <p className="desk-help">{m.desk_picture_focal_help()}</p>
        <DeskText
          name="focal_x"
          inputMode="decimal"
          label={m.desk_f_x()}
          problem={problems["focal_x"]}
          defaultValue={values["focal_x"] ?? "50"}
        />
        <DeskText
          name="focal_y"
          inputMode="decimal"
          label={m.desk_f_y()}
          problem={problems["focal_y"]}
          defaultValue={values["focal_y"] ?? "50"}
        />
      </fieldset>
    </>
  );
}
