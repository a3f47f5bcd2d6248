import * as deskPaths from "../../staff/desk-paths.ts";
import { pictureEncoder } from "../encoder/context.server.ts";
import { DeskLink } from "../../ui/desk/link.tsx";
import { useDeskAnswer } from "../../venues/desk/use-desk-answer.ts";
import { NO_ANSWER, type DeskAnswer } from "../../venues/desk/answer.ts";
import { DeskForm } from "../../ui/desk/form.tsx";
import { DeskPage } from "../../venues/desk/page.tsx";
import { DeskEmpty, DeskText } from "../../ui/desk/parts.tsx";
import { deskRequest, redirectInDesk } from "../../venues/desk/request.server.ts";
import { m } from "../../messages/messages.js";
import { textsOf } from "../../platform/http/form-body.server.ts";
import { DeskIcon } from "../../ui/icons/desk-icon.tsx";
import { replacePicture } from "../editing.server.ts";
import { venuePictures } from "../library.server.ts";
import { ownPictureKey } from "../names.ts";
import { PictureWordsFields } from "./desk-picture-fields.tsx";
import { pictureBytes, pictureRefused, pictureRefusalText, savedNote, wordsIn } from "./desk-picture-form.server.ts";
import type { Route } from "./+types/desk-pictures.route.ts";

export { clientAction } from "../../venues/desk/client-action.ts";
export { deskHandle as handle, deskMeta as meta } from "../../venues/desk/page.tsx";

/** '/desk/images': the venue's pictures, and a form to add one. */
export async function loader({ context }: Route.LoaderArgs) {
  const { world, venue, locale } = deskRequest(context);
  const pictures = await venuePictures(world, venue);
  return {
    title: m.desk_s_images(),
    pictures: pictures.map(({ key, alt, width, height, version, isUsed }) => ({
      key,
      name: alt[locale] || key,
      src: `/media/${key}?width=300&v=${version}`,
      width,
      height,
      isUsed,
    })),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = deskRequest(context);
  const { world, venue, operator } = asked;
  const encoder = context.get(pictureEncoder);
  const form = await request.formData();
  const fields = textsOf(form);
  const name = (fields["name"] ?? "").trim();
  const read = wordsIn(fields);
  const bytes = await pictureBytes(form);
  const key = ownPictureKey(venue, name);
  const isTaken = key !== null && (await venuePictures(world, venue)).some((one) => one.key === key);
  const problems = {
    ...read.problems,
    ...(bytes === null ? { file: m.desk_file_none() } : {}),
    ...(key === null ? { name: m.desk_picture_name_missing() } : isTaken ? { name: m.desk_picture_taken() } : {}),
  };
  if (Object.keys(problems).length > 0 || key === null || bytes === null) return pictureRefused(fields, { problems });
  const outcome = await replacePicture({ ...world, encoder }, venue, operator, {
    key,
    bytes,
    isNew: true,
    ...read.words,
  });
  if ("id" in outcome) return redirectInDesk(asked, deskPaths.picture(outcome.key), savedNote(outcome));
  return pictureRefused(fields, { alert: pictureRefusalText(outcome) });
}

type Data = Route.ComponentProps["loaderData"];

export default function DeskPictures({ loaderData: { title, pictures }, actionData }: Route.ComponentProps) {
  const answer = useDeskAnswer<typeof action>(actionData) ?? NO_ANSWER;
  return (
    <DeskPage title={title} lead={m.desk_pictures_lead()} alert={answer.alert}>
      <NewPicture answer={answer} />
      {pictures.length === 0 ? (
        <DeskEmpty>{m.desk_list_empty()}</DeskEmpty>
      ) : (
        <ul className="desk-pictures" aria-label={title}>
          {pictures.map((picture) => (
            <Thumbnail key={picture.key} picture={picture} />
          ))}
        </ul>
      )}
    </DeskPage>
  );
}

function NewPicture({ answer: { values, problems, alert } }: { answer: DeskAnswer }) {
  return (
    <details className="desk-part" open={Object.keys(problems).length > 0 || alert !== null}>
      <summary className="button button-line button-small">
        <DeskIcon name="plus" />
        {m.desk_picture_new()}
      </summary>
      <DeskForm encType="multipart/form-data">
        <DeskText
          name="name"
          label={m.desk_picture_name()}
          help={m.desk_picture_name_help()}
          problem={problems["name"]}
          defaultValue={values["name"] ?? ""}
          maxLength={80}
        />
        <DeskText
          name="file"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          label={m.desk_f_file()}
          help={m.desk_picture_file_help()}
          problem={problems["file"]}
        />
        <PictureWordsFields values={values} problems={problems} />
        <p>
          <button className="button button-venue button-small" type="submit">
            {m.desk_save()}
          </button>
        </p>
      </DeskForm>
    </details>
  );
}

function Thumbnail({ picture: { key, name, src, width, height, isUsed } }: { picture: Data["pictures"][number] }) {
  return (
    <li>
      <DeskLink href={deskPaths.picture(key)}>
        <img src={src} alt="" width={width} height={height} loading="lazy" decoding="async" />
        <span>{name}</span>
      </DeskLink>
      <small>{isUsed ? m.desk_picture_used() : m.desk_picture_free()}</small>
    </li>
  );
}
