import * as paths from "../../venues/paths.ts";
import { redirect } from "react-router";
import { accountFrame } from "../../accounts/pages/account/account-frame.server.ts";
import { AccountPage } from "../../accounts/pages/account/account-page.tsx";
import { answerRefused } from "../../accounts/forms/form-answer.server.ts";
import { redirectAfterForm, loggedInRequest } from "../../accounts/forms/member-request.server.ts";
import { popupHref } from "../../accounts/paths.ts";
import { m } from "../../messages/messages.js";
import { textsOf } from "../../platform/http/form-body.server.ts";
import { answerOf } from "../../ui/forms/client-action.ts";
import { useAnswer } from "../../ui/hooks/use-answer.ts";
import { AccountIcon } from "../../ui/icons/account-icon.tsx";
import { venueOrigin } from "../../venues/addresses/origins.server.ts";
import { cardView } from "../card-view.server.ts";
import { addPass, type AddedPass } from "../passes/pass-target.server.ts";
import { CardFace } from "./card-face.tsx";
import { AddPassForm } from "./add-pass-form.tsx";
import type { Route } from "./+types/card.route.ts";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/** `/ma-carte`: the card as a page to print, and the target of the form that adds it to a wallet. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = loggedInRequest(context, "Offers");
  const { world, venue, member } = request;
  const card = await cardView(world, venue, member);
  if (card === null) throw redirect(paths.programme);
  return { frame: await accountFrame(request, { title: m.card_title() }), card };
}

/** Answers with the link to the pass, for browsers without script, or with the reason why there is none. */
export async function action({ context, request }: Route.ActionArgs) {
  const asked = loggedInRequest(context, "Offers");
  const { world, venue, visit, member } = asked;
  const fields = textsOf(await request.formData());
  const made = await addPass(world, visit, member, {
    asked: fields["wallet"] ?? "",
    isTemporary: fields["temporary"] === "1",
    origin: venueOrigin(world, venue),
  });
  if (!("ok" in made)) return answerRefused(asked, made, { fields: [] });
  // The security policy forbids forms that lead to another site; links and scripts may.
  if (made.ok.target === "other") return redirectAfterForm(made.ok.href);
  return { pass: made.ok };
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOf(serverAction);
}

export default function Card({ loaderData: { frame, card }, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData);
  const pass = answer !== undefined && "pass" in answer ? answer.pass : null;
  const alert = answer !== undefined && "alert" in answer ? answer.alert : null;
  return (
    <AccountPage
      frame={frame}
      heading={pass === null ? m.card_title() : m.card_wallet_ready()}
      lead={pass === null ? m.card_use() : m.card_wallet_ready_text()}
      back={{ href: popupHref("Card"), label: m.card_back() }}
    >
      {pass !== null && <PassLink pass={pass} />}
      <div className="card-print">
        <CardFace card={card} />
      </div>
      <button className="button button-line scripted" type="button" onClick={() => print()}>
        <AccountIcon name="printer" />
        {m.card_print()}
      </button>
      {pass === null && <AddPassForm isTemporary={card.isTemporary} alert={alert} />}
    </AccountPage>
  );
}

function PassLink({ pass: { target, href } }: { pass: AddedPass }) {
  return (
    <a className="button button-ink" href={href}>
      <AccountIcon name={target === "apple" ? "apple-logo" : "android-logo"} />
      {target === "apple" ? m.card_wallet_apple() : m.card_wallet_google()}
    </a>
  );
}
