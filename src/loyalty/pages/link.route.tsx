import { redirect } from "react-router";
import { accountFrame } from "../../members/pages/account-frame.server.ts";
import { accountMeta } from "../../members/pages/account-meta.ts";
import { answerRefused } from "../../members/pages/form-answer.server.ts";
import { FormPage } from "../../members/pages/form-page.tsx";
import { EMPTY_FORM, focusOf, type FormState } from "../../members/pages/form-state.ts";
import { MemberForm, Submit } from "../../members/pages/member-form.tsx";
import { leaveTo, loggedInRequest, memberRequest } from "../../members/pages/member-request.server.ts";
import { toastCookie } from "../../members/pages/toast-cookie.server.ts";
import { popupHref } from "../../members/paths.ts";
import { SCANNER, SCANNER_WASM } from "../../page-assets.server.ts";
import { m } from "../../paraglide/messages.js";
import { TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { linkCard } from "../linking.server.ts";
import { CHOICE_PATH } from "../paths.ts";
import { CardScanner } from "./card-scanner.tsx";
import "./scanner.css";
import type { Route } from "./+types/link.route.ts";

export const handle = { isBare: true };

/** The digits, and as many spaces as somebody may type between them. */
const TYPED_MAX = 30;

/** /players-plus/link, EnrollmentLink (sections 2.8 and 5): a number by hand, or by the camera where a script finds one. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = linkRequest(context);
  return {
    frame: await accountFrame(request, { title: m.card_link_title() }),
    scanner: { script: SCANNER.path, wasm: SCANNER_WASM },
  };
}

export async function action({ context }: Route.ActionArgs) {
  const request = linkRequest(context);
  const { world, visit, member, fields, visitor } = request;
  const linked = await linkCard(world, visit, member, { card_number: fields["card_number"] ?? "" });
  if (!("ok" in linked)) return answerRefused(request, linked, { kept: ["card_number"], fields: ["card_number"] });
  visitor.cookies.push(toastCookie(m.card_link_done()));
  return leaveTo(popupHref("Card"));
}

/** Behind the guards of section 6; whoever has a card already is shown it. */
function linkRequest(context: Route.LoaderArgs["context"]) {
  if (!memberRequest(context).venue.config.enrollment) throw redirect("/");
  const request = loggedInRequest(context, "EnrollmentLink");
  if (request.member.playersPlusId !== null) throw redirect(popupHref("Card"));
  return request;
}

export const meta: Route.MetaFunction = ({ loaderData }) => accountMeta(loaderData?.frame);

export default function LinkCard({ loaderData, actionData: state = EMPTY_FORM }: Route.ComponentProps) {
  const { frame, scanner } = loaderData;
  return (
    <FormPage
      frame={frame}
      heading={m.card_link_title()}
      lead={m.card_link_text({ program: frame.program })}
      state={state}
      closeHref={CHOICE_PATH}
    >
      <div className="link-card">
        <CardScanner {...scanner} />
        <div data-manual-part>
          <NumberForm state={state} />
          <button className="button button-line scanner-on" type="button" data-scan hidden>
            <Icon name="scan" />
            {m.card_link_scan()}
          </button>
        </div>
      </div>
    </FormPage>
  );
}

function NumberForm({ state }: { state: FormState }) {
  return (
    <MemberForm state={state}>
      <TextField
        name="card_number"
        label={m.card_link_label()}
        inputMode="numeric"
        autoComplete="off"
        placeholder="0000 0000 0000 0000"
        maxLength={TYPED_MAX}
        defaultValue={state.values["card_number"]}
        problem={state.problems["card_number"]}
        help={m.card_link_help()}
        isFocused={focusOf(state, ["card_number"]) === "card_number"}
      />
      <Submit label={m.card_link_submit()} />
    </MemberForm>
  );
}
