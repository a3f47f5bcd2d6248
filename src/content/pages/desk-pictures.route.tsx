import { DeskEmpty, DeskForm, DeskText } from "../../operators/pages/desk-parts.tsx";
import { deskRequest, leaveDesk } from "../../operators/pages/desk-request.server.ts";
import { showDeskPage } from "../../operators/pages/show-desk-page.server.tsx";
import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import { replacePicture } from "../picture-editing.server.ts";
import { venuePictures } from "../picture-library.server.ts";
import { ownPictureKey } from "../picture-names.ts";
import {
  pictureBytes,
  pictureState,
  pictureTold,
  PictureWordsFields,
  savedNote,
  showPictureState,
  wordsIn,
} from "./desk-picture-form.tsx";
import type { Route } from "./+types/desk-pictures.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** '/desk/images': the pictures of the venue, and a form for another one. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { world, venue, locale } = request;
  const state = context.get(pictureState);
  const pictures = await venuePictures(world, venue);
  await showDeskPage(request, {
    title: m.desk_s_images(),
    lead: m.desk_pictures_lead(),
    alert: state.alert ?? undefined,
    content: (
      <>
        <details className="desk-part" open={Object.keys(state.problems).length > 0 || state.alert !== null}>
          <summary className="button button-line button-small">
            <Icon name="plus" small />
            {m.desk_picture_new()}
          </summary>
          <DeskForm encType="multipart/form-data">
            <DeskText
              name="name"
              label={m.desk_picture_name()}
              help={m.desk_picture_name_help()}
              problem={state.problems["name"]}
              defaultValue={state.values["name"] ?? ""}
              maxLength={80}
            />
            <DeskText
              name="file"
              type="file"
              accept="image/jpeg,image/png,image/webp"
              label={m.desk_f_file()}
              help={m.desk_picture_file_help()}
              problem={state.problems["file"]}
            />
            <PictureWordsFields state={state} />
            <p>
              <button className="button button-venue button-small" type="submit">
                {m.desk_save()}
              </button>
            </p>
          </DeskForm>
        </details>
        {pictures.length === 0 ? (
          <DeskEmpty>{m.desk_list_empty()}</DeskEmpty>
        ) : (
          <ul className="desk-pictures" aria-label={m.desk_s_images()}>
            {pictures.map(({ key, alt, width, height, version, isUsed }) => (
              <li key={key}>
                <a href={`/desk/images/${key}`}>
                  <img
                    src={`/media/${key}?width=300&v=${version}`}
                    alt=""
                    width={width}
                    height={height}
                    loading="lazy"
                    decoding="async"
                  />
                  <span>{alt[locale] || key}</span>
                </a>
                <small>{isUsed ? m.desk_picture_used() : m.desk_picture_free()}</small>
              </li>
            ))}
          </ul>
        )}
      </>
    ),
  });
  return null;
}

export async function action({ context }: Route.ActionArgs) {
  const request = deskRequest(context);
  const { world, venue, operator, encoder, fields } = request;
  const name = (fields["name"] ?? "").trim();
  const read = wordsIn(fields);
  const bytes = await pictureBytes(request.form);
  const key = ownPictureKey(venue, name);
  const isTaken = key !== null && (await venuePictures(world, venue)).some((one) => one.key === key);
  const problems = {
    ...read.problems,
    ...(bytes === null ? { file: m.desk_file_none() } : {}),
    ...(key === null ? { name: m.desk_picture_name_missing() } : isTaken ? { name: m.desk_picture_taken() } : {}),
  };
  if (Object.keys(problems).length > 0 || key === null || bytes === null)
    return showPictureState(context, 422, { values: fields, problems, alert: null });
  const outcome = await replacePicture({ ...world, encoder }, venue, operator, {
    key,
    bytes,
    isNew: true,
    ...read.words,
  });
  if ("id" in outcome) return leaveDesk(request, `/desk/images/${outcome.key}`, savedNote(outcome));
  return showPictureState(context, 422, { values: fields, problems: {}, alert: pictureTold(outcome) });
}
