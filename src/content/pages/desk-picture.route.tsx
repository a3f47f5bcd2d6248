import { redirect } from "react-router";
import { DeskForm, DeskText } from "../../operators/pages/desk-parts.tsx";
import { deskRequest, leaveDesk, type DeskRequest } from "../../operators/pages/desk-request.server.ts";
import { showDeskPage } from "../../operators/pages/show-desk-page.server.tsx";
import { m } from "../../paraglide/messages.js";
import {
  describePicture,
  pictureFile,
  replacePicture,
  restorePicture,
  type PictureFile,
} from "../picture-editing.server.ts";
import {
  pictureBytes,
  pictureState,
  pictureTold,
  PictureWordsFields,
  savedNote,
  showPictureState,
  wordsIn,
} from "./desk-picture-form.tsx";
import { dayTime } from "../../venues/pages/desk-times.ts";
import { aspectOf, PICTURE_CROPS } from "../picture-crops.ts";
import { focalPoint } from "../picture-source.ts";
import type { Route } from "./+types/desk-picture.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** '/desk/images/{key}': what a picture says, where its point is, its crops, its bytes and what it was before. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, venue, locale, page } = request;
  const picture = await pictureFile(world, venue, params.key);
  if (picture === null) throw redirect("/desk/images", 303);
  const state = context.get(pictureState);
  const values = { ...valuesOf(picture), ...state.values };
  const isOwn = picture.standing === "own" || picture.standing === "shared";
  page.style += CROP_RULES;
  await showDeskPage(request, {
    title: picture.alt[locale] || picture.key,
    current: "/desk/images",
    back: { href: "/desk/images", label: m.desk_s_images() },
    lead: picture.standing === "shared" ? m.desk_picture_shared() : isOwn ? undefined : m.desk_picture_group(),
    alert: state.alert ?? undefined,
    content: (
      <div className="desk-picture-page">
        <Crops picture={picture} />
        {isOwn && (
          <DeskForm encType="multipart/form-data">
            <PictureWordsFields state={{ ...state, values }} />
            <DeskText
              name="file"
              type="file"
              accept="image/jpeg,image/png,image/webp"
              label={m.desk_picture_replace()}
              help={m.desk_picture_file_help()}
              problem={state.problems["file"]}
              isOptional
            />
            <p>
              <button className="button button-venue button-small" type="submit">
                {m.desk_save()}
              </button>
            </p>
          </DeskForm>
        )}
        {isOwn && picture.revisions.length > 0 && <Before picture={picture} request={request} />}
      </div>
    ),
  });
  return null;
}

export async function action({ context, params: { key } }: Route.ActionArgs) {
  const request = deskRequest(context);
  const { world, venue, operator, encoder, fields } = request;
  if (fields["restore"] !== undefined) {
    const rev = Number(fields["restore"]);
    const outcome = await restorePicture(world, venue, operator, key, Number.isInteger(rev) ? rev : -1);
    if ("id" in outcome) return leaveDesk(request, `/desk/images/${outcome.key}`, m.desk_history_restored());
    return showPictureState(context, 422, { values: {}, problems: {}, alert: pictureTold(outcome) });
  }
  const { words, problems } = wordsIn(fields);
  if (Object.keys(problems).length > 0)
    return showPictureState(context, 422, { values: fields, problems, alert: null });
  const bytes = await pictureBytes(request.form);
  const outcome =
    bytes === null
      ? await describePicture(world, venue, operator, { key, ...words })
      : await replacePicture({ ...world, encoder }, venue, operator, { key, bytes, ...words });
  if ("id" in outcome) return leaveDesk(request, `/desk/images/${outcome.key}`, savedNote(outcome));
  return showPictureState(context, 422, { values: fields, problems: {}, alert: pictureTold(outcome) });
}

/** No style attribute: the policy of the page knows its style elements only. */
const CROP_RULES = PICTURE_CROPS.map((crop) => `[data-crop="${crop}"]{aspect-ratio:${aspectOf(crop)}}`).join("");

function Crops({ picture }: { picture: PictureFile }) {
  const address = `/media/${picture.key}?width=900&v=${picture.version}`;
  return (
    <section className="desk-crops" aria-label={m.desk_picture_crops()}>
      {(["original", ...PICTURE_CROPS] as const).map((crop) => (
        <figure key={crop}>
          <img
            src={address}
            alt=""
            width={picture.width}
            height={picture.height}
            data-crop={crop}
            {...focalPoint(percent(picture))}
          />
          <figcaption>
            {crop === "original" ? m.desk_picture_size({ width: picture.width, height: picture.height }) : crop}
          </figcaption>
        </figure>
      ))}
    </section>
  );
}

function Before({ picture, request: { venue, locale } }: { picture: PictureFile; request: DeskRequest }) {
  return (
    <section className="desk-part">
      <h2>{m.desk_picture_before()}</h2>
      <DeskForm>
        <ul className="desk-list">
          {picture.revisions.map(({ rev, at, operator }) => (
            <li className="desk-row" key={rev}>
              <p className="desk-row-words">
                {dayTime(at, venue.policy.timeZone, locale)} · {operator}
              </p>
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

function percent({ focalPoint: { x, y } }: PictureFile): { x: number; y: number } {
  return { x: x * 100, y: y * 100 };
}

function valuesOf({ alt, focalPoint }: PictureFile): Record<string, string> {
  return {
    alt_fr: alt.fr,
    alt_en: alt.en,
    focal_x: String(Math.round(focalPoint.x * 100)),
    focal_y: String(Math.round(focalPoint.y * 100)),
  };
}
