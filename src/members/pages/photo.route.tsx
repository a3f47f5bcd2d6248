import { createContext } from "react-router";
import { m } from "../../paraglide/messages.js";
import { personOf } from "../account-view.server.ts";
import { changeAvatar } from "../avatar.server.ts";
import { popupHref } from "../paths.ts";
import { accountFrame } from "./account-frame.server.ts";
import { AccountPage } from "./account-page.tsx";
import { formAnswer, showRefused } from "./form-answer.server.ts";
import { leaveTo, loggedInRequest, readAgain } from "./member-request.server.ts";
import { PhotoForm } from "./photo-form.tsx";
import type { Route } from "./+types/photo.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

/** What a script says in passing once the answer stands in the page (section 8). */
const toasted = createContext<string | null>(null);

/** '/mon-compte/photo': the avatar (G73). In the menu it is changed in place; this page stands in where no script runs. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = loggedInRequest(context, "Account");
  const title = m.frame_account_photo_title();
  const frame = await accountFrame(request, { title });
  request.page.content = (
    <AccountPage
      frame={frame}
      heading={title}
      lead={m.frame_account_photo_text()}
      alert={context.get(formAnswer).alert}
      back={{ href: popupHref("Menu"), label: m.frame_account_back() }}
    >
      <PhotoForm person={personOf(request.member)} toast={context.get(toasted) ?? undefined} />
    </AccountPage>
  );
  return null;
}

export async function action({ context }: Route.ActionArgs) {
  const request = loggedInRequest(context, "Account");
  const { world, member, visitor } = request;
  const picture = visitor.form.get("avatar");
  const bytes = picture instanceof File ? new Uint8Array(await picture.arrayBuffer()) : new Uint8Array();
  const changed = await changeAvatar({ ...world, encoder: visitor.encoder }, member, bytes);
  if (!("ok" in changed)) {
    context.set(toasted, m.frame_account_photo_failed());
    return showRefused(context, request, changed, { kept: [], fields: [] });
  }
  await readAgain(request);
  context.set(toasted, m.frame_account_photo_done());
  return visitor.isInPlace ? null : leaveTo(popupHref("Menu"));
}
