import * as deskPaths from "../../staff/desk-paths.ts";
import { pictureEncoder } from "../encoder/context.server.ts";
import { redirect } from "react-router";
import { useDeskAnswer } from "../../venues/desk/use-desk-answer.ts";
import { NO_ANSWER } from "../../venues/desk/answer.ts";
import { DeskForm } from "../../ui/desk/form.tsx";
import { DeskPage } from "../../venues/desk/page.tsx";
import { DeskText } from "../../ui/desk/parts.tsx";
import { deskRequest, redirectInDesk } from "../../venues/desk/request.server.ts";
import { m } from "../../messages/messages.js";
import { textsOf } from "../../platform/http/form-body.server.ts";
import { PICTURE_CROPS } from "../../ui/pictures/crops.ts";
import { describePicture, pictureFile, replacePicture, restorePicture, type PictureFile } from "../editing.server.ts";
import { focalPoint } from "../../ui/pictures/source.ts";
import { PictureWordsFields } from "./desk-picture-fields.tsx";
import { pictureBytes, pictureRefused, pictureRefusalText, savedNote, wordsIn } from "./desk-picture-form.server.ts";
import type { Route } from "./+types/desk-picture.route.ts";
import { momentAt } from "../../venues/language/dates.ts";
import "./desk-crops.css";

export { clientAction } from "../../venues/desk/client-action.ts";
export { deskHandle as handle, deskMeta as meta } from "../../venues/desk/page.tsx";

/** '/desk/images/{key}': a picture's texts, focal point, crops, file and earlier versions. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { world, venue, locale } = deskRequest(context);
  const picture = await pictureFile(world, venue, params.key);
  if (picture === null) throw redirect(deskPaths.pictures, 303);
  const { key, alt, version, width, height, usage, revisions, focalPoint: at } = picture;
  return {
    title: alt[locale] || key,
    usage,
    values: valuesOf(picture),
    shown: {
      src: `/media/${key}?width=900&v=${version}`,
      width,
      height,
      ...focalPoint({ x: at.x * 100, y: at.y * 100 }),
    },
    before: revisions.map((revision) => ({
      rev: revision.rev,
      words: `${momentAt(revision.at, { locale, timeZone: venue.policy.timeZone })} · ${revision.operator}`,
    })),
  };
}

export async function action({ context, request, params: { key } }: Route.ActionArgs) {
  const asked = deskRequest(context);
  const { world, venue, operator } = asked;
  const encoder = context.get(pictureEncoder);
  const form = await request.formData();
  const fields = textsOf(form);
  if (fields["restore"] !== undefined) {
    const rev = Number(fields["restore"]);
    const outcome = await restorePicture(world, venue, operator, key, Number.isInteger(rev) ? rev : -1);
    if ("id" in outcome) return redirectInDesk(asked, deskPaths.picture(outcome.key), m.desk_history_restored());
    return pictureRefused({}, { alert: pictureRefusalText(outcome) });
  }
  const { words, problems } = wordsIn(fields);
  if (Object.keys(problems).length > 0) return pictureRefused(fields, { problems });
  const bytes = await pictureBytes(form);
  const outcome =
    bytes === null
      ? await describePicture(world, venue, operator, { key, ...words })
      : await replacePicture({ ...world, encoder }, venue, operator, { key, bytes, ...words });
  if ("id" in outcome) return redirectInDesk(asked, deskPaths.picture(outcome.key), savedNote(outcome));
  return pictureRefused(fields, { alert: pictureRefusalText(outcome) });
}

function valuesOf({ alt, focalPoint: { x, y } }: PictureFile): Record<string, string> {
  return {
    alt_fr: alt.fr,
    alt_en: alt.en,
    focal_x: String(Math.round(x * 100)),
    focal_y: String(Math.round(y * 100)),
  };
}

type Data = Route.ComponentProps["loaderData"];

export default function DeskPicture({ loaderData: picture, actionData }: Route.ComponentProps) {
  const { usage, before } = picture;
  const answer = useDeskAnswer<typeof action>(actionData) ?? NO_ANSWER;
  const isOwn = usage === "own" || usage === "shared";
  return (
    <DeskPage
      title={picture.title}
      back={{ href: deskPaths.pictures, label: m.desk_s_images() }}
      lead={usage === "shared" ? m.desk_picture_shared() : isOwn ? undefined : m.desk_picture_group()}
      alert={answer.alert}
    >
      <div className="desk-picture-page">
        <Crops shown={picture.shown} />
        {isOwn && <PictureForm values={{ ...picture.values, ...answer.values }} problems={answer.problems} />}
        {isOwn && before.length > 0 && <Before before={before} />}
      </div>
    </DeskPage>
  );
}

function PictureForm({ values, problems }: { values: Record<string, string>; problems: Record<string, string> }) {
  return (
    <DeskForm encType="multipart/form-data">
      <PictureWordsFields values={values} problems={problems} />
      <DeskText
        name="file"
        type="file"
        accept="image/jpeg,image/png,image/webp"
        label={m.desk_picture_replace()}
        help={m.desk_picture_file_help()}
        problem={problems["file"]}
        isOptional
      />
      <p>
        <button className="button button-venue button-small" type="submit">
          {m.desk_save()}
        </button>
      </p>
    </DeskForm>
  );
}

function Crops({ shown }: Pick<Data, "shown">) {
  const { width, height } = shown;
  return (
    <section className="desk-crops" aria-label={m.desk_picture_crops()}>
      {(["original", ...PICTURE_CROPS] as const).map((crop) => (
        <figure key={crop}>
          <img alt="" data-crop={crop} {...shown} />
          <figcaption>{crop === "original" ? m.desk_picture_size({ width, height }) : crop}</figcaption>
        </figure>
      ))}
    </section>
  );
}

function Before({ before }: Pick<Data, "before">) {
  return (
    <section className="desk-part">
      <h2>{m.desk_picture_before()}</h2>
      <DeskForm>
        <ul className="desk-list">
          {before.map(({ rev, words }) => (
            <li className="desk-row" key={rev}>
              <p className="desk-row-words">{words}</p>
              <button className="desk-small" type="submit" name="restore" value={rev}>
                {m.desk_history_restore()}
              </button>
            </li>
          ))}
        </ul>
      </DeskForm>
    </section>
  );
}
