import { useAnswer } from "../../ui/hooks/use-answer.ts";
import { m } from "../../messages/messages.js";
import { personOf } from "../../accounts/profile/view.server.ts";
import { changeAvatar } from "../../accounts/profile/avatar.server.ts";
import { popupHref } from "../../accounts/paths.ts";
import { accountFrame } from "../../accounts/pages/account/account-frame.server.ts";
import { AccountPage } from "../../accounts/pages/account/account-page.tsx";
import { answerRefused, answerState } from "../../accounts/forms/form-answer.server.ts";
import { redirectAfterForm, loggedInRequest, readMemberAgain } from "../../accounts/forms/member-request.server.ts";
import { PhotoForm } from "./photo-form.tsx";
import type { Route } from "./+types/photo.route.ts";

export { clientAction } from "../../accounts/forms/client-action.ts";
export { shouldRevalidate } from "../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/** '/mon-compte/photo': changes the avatar. The menu does it in place; this page is for browsers without script. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = loggedInRequest(context, "Account");
  return {
    frame: await accountFrame(request, { title: m.frame_account_photo_title() }),
    person: personOf(request.member),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = loggedInRequest(context, "Account");
  const { world, member, visitor } = asked;
  const picture = (await request.formData()).get("avatar");
  const bytes = picture instanceof File ? new Uint8Array(await picture.arrayBuffer()) : new Uint8Array();
  const changed = await changeAvatar({ ...world, encoder: visitor.encoder }, member, bytes);
  if (!("ok" in changed)) return answerRefused(asked, changed, { fields: [] });
  await readMemberAgain(asked);
  if (!visitor.isInPlace) return redirectAfterForm(popupHref("Menu"));
  return answerState(200, {});
}

export default function Photo({ loaderData: { frame, person }, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData);
  return (
    <AccountPage
      frame={frame}
      heading={m.frame_account_photo_title()}
      lead={m.frame_account_photo_text()}
      alert={answer?.alert ?? null}
      back={{ href: popupHref("Menu"), label: m.frame_account_back() }}
    >
      <PhotoForm person={person} />
    </AccountPage>
  );
}
