import { createContext, data } from "react-router";
import { m } from "../../paraglide/messages.js";
import { changeOptins } from "../profile.server.ts";
import { accountView } from "../account-view.server.ts";
import { CHANNELS, type Refused } from "../contract.ts";
import { requestDeletion } from "../deletion.server.ts";
import { resendConfirmation } from "../email-confirmation.server.ts";
import { longDate } from "../mails/profile-mails.server.ts";
import type { Member } from "../member.ts";
import { changePassword, definePassword } from "../password.server.ts";
import { memberPaths, popupHref } from "../paths.ts";
import { endSession, endSessions } from "../sessions.server.ts";
import { accountFrame } from "./account-frame.server.ts";
import { AccountPage, Success } from "./account-page.tsx";
import { AccountSections, NOTHING_ASKED, type AccountAnswer, type AccountIntent } from "./account-sections.tsx";
import { formAnswer, showRefused } from "./form-answer.server.ts";
import { EMPTY_FORM } from "./form-state.ts";
import { farewell, leaveTo, loggedInRequest, readAgain, type MemberRequest } from "./member-request.server.ts";
import { callbackUrl } from "./ways.server.ts";
import type { Route } from "./+types/account.route.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

type Asked = MemberRequest & { member: Member };
type Done = { ok: unknown } | Refused;

/** What the action leaves for the loader: which form, how it went, and when an account that was just deleted is erased. */
const answered = createContext<{ answer: AccountAnswer; erasedOn: string | null }>({
  answer: NOTHING_ASKED,
  erasedOn: null,
});

const INTENTS = ["email", "optins", "password", "define", "session"] as const satisfies AccountIntent[];

/** '/mon-compte': what popup=Account shows, as a page; where its forms post to. */
export async function loader({ context }: Route.LoaderArgs) {
  const { answer, erasedOn } = context.get(answered);
  const request = loggedInRequest(context, "Account");
  const { world, member, page } = request;
  if (erasedOn !== null) {
    await showGoodbye(request, erasedOn);
    return null;
  }
  const frame = await accountFrame(request, { title: m.frame_account_title() });
  const asked = answer.intent === null ? doneBefore(request) : { ...answer, state: context.get(formAnswer) };
  page.content = (
    <AccountPage
      frame={frame}
      heading={m.frame_account_title()}
      back={{ href: popupHref("Menu"), label: m.frame_account_back() }}
    >
      {/* In the popup the sections stand below a heading of the second level; they are the same forms, exchanged for one another. */}
      <h2 className="heard">{m.frame_account_details()}</h2>
      <AccountSections account={await accountView(world, request, member)} answer={asked} />
    </AccountPage>
  );
  return null;
}

export async function action({ context }: Route.ActionArgs) {
  const request = loggedInRequest(context, "Account");
  const { intent } = request.fields;
  if (intent === "delete") return deleteAccount(context, request);
  if (intent === "everywhere") return signOutEverywhere(request);
  const known = INTENTS.find((name) => name === intent);
  if (known === undefined) return data(null, { status: 400 });
  const done = await VERBS[known](request);
  context.set(answered, { answer: { ...NOTHING_ASKED, intent: known, isDone: "ok" in done }, erasedOn: null });
  if (!("ok" in done))
    return showRefused(context, request, done, { kept: [], fields: ["current_password", "password"] });
  // Without script the answer is fetched as a page, so that a reload sends nothing again.
  await readAgain(request);
  return request.visitor.isInPlace ? null : leaveTo(`${memberPaths.account}?done=${known}`);
}

const VERBS: Record<AccountIntent, (request: Asked) => Promise<Done>> = {
  async email(request) {
    const { world, visit, member } = request;
    const input = { email: member.email, callback_url: callbackUrl(request, memberPaths.confirmEmail) };
    await resendConfirmation(world, visit, member, input);
    // Errors of this call are ignored silently (section 8).
    return { ok: true };
  },
  optins({ world, visit, member, fields }) {
    const optins = Object.fromEntries(CHANNELS.map((channel) => [channel, fields[channel] !== undefined]));
    return changeOptins(world, visit, member, { optins });
  },
  password({ world, visit, member, fields }) {
    const { current_password, password } = fields;
    return changePassword(world, visit, member, { current_password, password });
  },
  define({ world, visit, member }) {
    return definePassword(world, visit, member);
  },
  async session({ world, member, fields }) {
    await endSession(world, member, fields["session"] ?? "");
    // One that had ended before is gone from the list just the same.
    return { ok: true };
  },
};

/** The success of a form that was sent without script, told by the address that it led to. */
function doneBefore({ query }: MemberRequest): AccountAnswer {
  const done = INTENTS.find((name) => name === query.get("done"));
  return done === undefined ? NOTHING_ASKED : { intent: done, isDone: true, state: EMPTY_FORM };
}

async function signOutEverywhere(request: Asked) {
  await endSessions(request.world, request.member, { keep: false });
  farewell(request);
  return leaveTo("/");
}

async function deleteAccount(context: Route.ActionArgs["context"], request: Asked) {
  const { world, visit, member, locale } = request;
  const requested = await requestDeletion(world, visit, member);
  if (!("ok" in requested)) return showRefused(context, request, requested, { kept: [], fields: [] });
  farewell(request);
  context.set(answered, { answer: NOTHING_ASKED, erasedOn: longDate(requested.ok.erasedAt, locale) });
  return null;
}

async function showGoodbye(request: MemberRequest, erasedOn: string): Promise<void> {
  const title = m.frame_account_deleted_title();
  const frame = await accountFrame(request, { title });
  request.page.content = (
    <AccountPage frame={frame} heading={title}>
      {/* A script tells this device's other tabs. */}
      <div data-session-ended>
        <Success>{m.frame_account_deleted_text({ date: erasedOn })}</Success>
      </div>
      <a className="button button-ink" href="/">
        {m.frame_account_home()}
      </a>
    </AccountPage>
  );
}
