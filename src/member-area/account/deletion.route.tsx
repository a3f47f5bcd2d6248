import * as paths from "../../venues/paths.ts";
import { useMemo } from "react";
import { m } from "../../messages/messages.js";
import { errorWords } from "../../accounts/forms/error-words.ts";
import { FormPage } from "../../accounts/forms/form-page.tsx";
import { EMPTY_FORM } from "../../accounts/forms/form-state.ts";
import { loggedInRequest } from "../../accounts/forms/member-request.server.ts";
import { proofWays } from "../../accounts/reauthentication/proof-ways.server.ts";
import { accountFrame } from "../../accounts/pages/account/account-frame.server.ts";
import { AccountPage, Success } from "../../accounts/pages/account/account-page.tsx";
import { textsOf } from "../../platform/http/form-body.server.ts";
import { useAnswer } from "../../ui/hooks/use-answer.ts";
import { codeHeld, deletionAction } from "./deletion-actions.server.ts";
import { DeletionForm } from "./deletion-form.tsx";
import { DeletionEffects } from "./deletion-effects.tsx";
import type { Route } from "./+types/deletion.route.ts";

export { clientAction } from "../../accounts/forms/client-action.ts";
export { shouldRevalidate } from "../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

/** '/mon-compte/suppression': what a deletion means, the proof that it asks for, and the deletion itself. */
export async function loader({ context, request: raw }: Route.LoaderArgs) {
  const request = loggedInRequest(context, "Account");
  const { member, query } = request;
  return {
    frame: await accountFrame(request, { title: m.frame_account_delete() }),
    ways: await proofWays(request, "leave"),
    hasMembership: member.playersPlusId !== null,
    /** The code screen before a reload. */
    before: await codeHeld(request, raw),
    /** Why the way back from a provider proved nothing. */
    refused: query.has("error") ? errorWords(query.get("error")) : null,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = loggedInRequest(context, "Account");
  return deletionAction(asked, textsOf(await request.formData()));
}

export default function AccountDeletion({ loaderData: page, actionData }: Route.ComponentProps) {
  const answer = useAnswer(actionData);
  const { frame, ways, hasMembership, before, refused } = page;
  const first = useMemo(() => ({ ...EMPTY_FORM, values: before, alert: refused }), [before, refused]);
  const state = answer ?? first;
  const { erased_on: erasedOn, money_at: moneyAt = "" } = state.values;
  if (erasedOn !== undefined) return <Goodbye frame={frame} erasedOn={erasedOn} moneyAt={moneyAt} />;
  return (
    <FormPage
      frame={frame}
      heading={m.frame_account_delete()}
      lead={m.frame_account_delete_lead()}
      back={{ href: paths.account, label: m.frame_account_delete_back() }}
      state={state}
    >
      <DeletionEffects program={frame.program} hasMembership={hasMembership} />
      <DeletionForm ways={ways} state={state} />
    </FormPage>
  );
}

type GoodbyeProps = Pick<Route.ComponentProps["loaderData"], "frame"> & { erasedOn: string; moneyAt: string };

function Goodbye({ frame, erasedOn, moneyAt }: GoodbyeProps) {
  return (
    <AccountPage frame={frame} heading={m.frame_account_deleted_title()}>
      <Success>{m.frame_account_deleted_text({ date: erasedOn })}</Success>
      {moneyAt !== "" && <p>{m.account_mail_money({ casinos: moneyAt })}</p>}
      <a className="button button-ink" href="/">
        {m.frame_account_home()}
      </a>
    </AccountPage>
  );
}
