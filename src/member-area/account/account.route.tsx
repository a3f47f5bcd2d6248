import * as paths from "../../venues/paths.ts";
import { useAnswer } from "../../ui/hooks/use-answer.ts";
import { answerOf } from "../../ui/forms/client-action.ts";
import { data } from "react-router";
import { m } from "../../messages/messages.js";
import { textsOf } from "../../platform/http/form-body.server.ts";
import { changeOptins } from "../../accounts/profile/profile.server.ts";
import { accountView } from "../../accounts/profile/view.server.ts";
import { CHANNELS, readInput, type Refused } from "../../accounts/contract.ts";
import { changePasswordInput } from "../../accounts/profile/contract.ts";
import { resendConfirmation } from "../../accounts/email/confirmation.server.ts";
import type { Member } from "../../accounts/member.ts";
import { changePassword, definePassword } from "../../accounts/password/password.server.ts";
import { popupHref } from "../../accounts/paths.ts";
import { endSession, endSessions } from "../../accounts/sessions/open-sessions.server.ts";
import { accountFrame } from "../../accounts/pages/account/account-frame.server.ts";
import { AccountPage } from "../../accounts/pages/account/account-page.tsx";
import { type AccountAnswer, type AccountIntent, NOTHING_ASKED } from "./account-answer.ts";
import { AccountSections } from "./account-sections.tsx";
import { answerRefused } from "../../accounts/forms/form-answer.server.ts";
import {
  removeSessionCookie,
  redirectAfterForm,
  loggedInRequest,
  readMemberAgain,
  type MemberRequest,
} from "../../accounts/forms/member-request.server.ts";
import { sentMailWords } from "../../accounts/forms/wait-words.ts";
import { MAIL_WAIT_MAX } from "../../mail/spacing.ts";
import { callbackUrl } from "../../accounts/forms/log-in-links.server.ts";
import type { Locale } from "../../venues/contract.ts";
import type { Route } from "./+types/account.route.ts";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";

export const handle = { isBare: true, start: "soon" };

type Asked = MemberRequest & { member: Member };
type Done = { ok: unknown } | Refused;

const INTENTS = ["email", "optins", "password", "define", "session"] as const satisfies AccountIntent[];

/** '/mon-compte': the content of the account popup as a page. The popup's forms post here too. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = loggedInRequest(context, "Account");
  const { world, member, query } = request;
  return {
    frame: await accountFrame(request, { title: m.frame_account_title() }),
    account: await accountView(world, request, member),
    /** The form that was sent without script and redirected here. */
    done: INTENTS.find((name) => name === query.get("done")) ?? null,
    sent: sentOf(query.get("done"), Number(query.get("wait")), request.locale),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = loggedInRequest(context, "Account");
  const fields = textsOf(await request.formData());
  const { intent } = fields;
  if (intent === "everywhere") return logOutEverywhere(asked);
  const known = INTENTS.find((name) => name === intent);
  if (known === undefined) return data(NOTHING_ASKED, { status: 400 });
  const done = await VERBS[known](asked, fields);
  if (!("ok" in done)) return refused(asked, known, done);
  // Without script, redirect after a success, so that a reload sends nothing again.
  await readMemberAgain(asked);
  const { waitSeconds = 0 } = Object(done.ok) as { waitSeconds?: number };
  const wait = waitSeconds > 0 ? `&wait=${waitSeconds}` : "";
  if (!asked.visitor.isInPlace) return redirectAfterForm(`${paths.account}?done=${known}${wait}`);
  const sent = sentOf(known, waitSeconds, asked.locale);
  return data<AccountAnswer>({ ...NOTHING_ASKED, intent: known, isDone: true, sent });
}

/** Tells in words that a mail was sent, or how long it waits; null for a form that sends none. */
function sentOf(intent: string | null, waitSeconds: number, locale: Locale): string | null {
  const sent = { email: m.frame_account_email_sent, define: m.frame_account_define_done };
  if (intent !== "email" && intent !== "define") return null;
  const wait = waitSeconds > 0 && waitSeconds <= MAIL_WAIT_MAX ? waitSeconds : 0;
  return sentMailWords(sent[intent]({}, { locale }), wait, locale);
}

const VERBS: Record<AccountIntent, (asked: Asked, fields: Record<string, string>) => Promise<Done>> = {
  async email(asked) {
    const { world, visit, member } = asked;
    const input = { email: member.email, callback_url: callbackUrl(asked, paths.confirmEmail) };
    const sent = await resendConfirmation(world, visit, member, input);
    // Failures of this call are not shown: the mail may be on its way, and the button can be used again.
    return "ok" in sent ? sent : { ok: true };
  },
  optins({ world, visit, member }, fields) {
    const optins = Object.fromEntries(CHANNELS.map((channel) => [channel, fields[channel] !== undefined]));
    return changeOptins(world, visit, member, { optins });
  },
  async password({ world, visit, member }, { current_password, password }) {
    const read = readInput(changePasswordInput, { current_password, password });
    return "input" in read ? changePassword(world, visit, member, read.input) : read;
  },
  define({ world, visit, member }) {
    return definePassword(world, visit, member);
  },
  async session({ world, member }, fields) {
    await endSession(world, member, fields["session"] ?? "");
    // A session that had already ended is gone from the list too.
    return { ok: true };
  },
};

async function logOutEverywhere(request: Asked) {
  await endSessions(request.world, request.member, { keep: false });
  removeSessionCookie(request);
  return redirectAfterForm("/");
}

function refused(request: Asked, intent: AccountIntent, problem: Refused) {
  const answer = answerRefused(request, problem, { fields: ["current_password", "password"] });
  return data<AccountAnswer>({ ...NOTHING_ASKED, intent, state: answer.data }, answer.init ?? {});
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOf(serverAction);
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { frame, account, done, sent } = loaderData;
  const before = { ...NOTHING_ASKED, intent: done, isDone: done !== null, sent };
  const answer = useAnswer(actionData) ?? before;
  return (
    <AccountPage
      frame={frame}
      heading={m.frame_account_title()}
      back={{ href: popupHref("Menu"), label: m.frame_account_back() }}
    >
      {/* The sections stand below a second-level heading in the popup, so the page has one too. */}
      <h2 className="heard">{m.frame_account_details()}</h2>
      <AccountSections account={account} answer={answer} />
    </AccountPage>
  );
}
