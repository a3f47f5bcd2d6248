import type { DeskAnswer } from "../../venues/desk/answer.ts";
import { DeskArea, DeskText } from "../../ui/desk/parts.tsx";
import { ALT_MAX } from "../limits.ts";
import { m } from "../../messages/messages.js";

/** The fields for a picture's alternative texts and its focal point in per cent. */
export function PictureWordsFields({ values, problems }: Pick<DeskAnswer, "values" | "problems">) {
  const shared = (name: string, untyped = "") => ({
    name,
    problem: problems[name],
    defaultValue: values[name] ?? untyped,
  });
  return (
    <>
      <fieldset className="desk-group desk-localized">
        <legend>{m.desk_f_alt()}</legend>
        <DeskArea {...shared("alt_fr")} rows={2} maxLength={ALT_MAX} label={m.desk_f_fr()} />
        <DeskArea {...shared("alt_en")} rows={2} maxLength={ALT_MAX} label={m.desk_f_en()} />
      </fieldset>
      <fieldset className="desk-group desk-localized">
        <legend>{m.desk_picture_focal()}</legend>
        <p className="desk-help">{m.desk_picture_focal_help()}</p>
        <DeskText {...shared("focal_x", "50")} inputMode="decimal" label={m.desk_f_x()} />
        <DeskText {...shared("focal_y", "50")} inputMode="decimal" label={m.desk_f_y()} />
      </fieldset>
    </>
  );
}
