import * as paths from "../../../venues/paths.ts";
import { redirect, type RouterContextProvider } from "react-router";
import type { MessageKey, Refused } from "../../contract.ts";
import { providerRefused } from "../../reauthentication/reauthentication.server.ts";
import { browserCookie } from "../../calls.server.ts";
import { isSameSecret, newToken } from "../../../platform/cryptography.server.ts";
import { logInByProvider, type SocialOutcome } from "../../social/login.server.ts";
import {
  endedRedirectCookie,
  heldRedirect,
  redirectCookie,
  nameFromApple,
  providerOf,
  provingAddress,
  provingPage,
} from "../../social/provider-redirect.server.ts";
import { textsOf } from "../../../platform/http/form-body.server.ts";
import type { SocialProvider } from "../../../platform/gateways/social.ts";
import {
  anonymousRequest,
  keptQuery,
  memberRequest,
  redirectAfterForm,
  setSessionCookies,
  type MemberRequest,
} from "../../forms/member-request.server.ts";
import { afterLogIn, callbackUrl, isNativeRedirect } from "../../forms/log-in-links.server.ts";
import type { Route } from "./+types/social-return.route.ts";

/** /connexion/{provider}/retour: Google and Facebook return by a GET, Apple by a form post. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  return comeBack(context, request, params.provider, (name) => new URL(request.url).searchParams.get(name));
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const fields = textsOf(await request.formData());
  return comeBack(context, request, params.provider, (name) => fields[name] ?? null);
}

type Started = NonNullable<ReturnType<typeof heldRedirect<"start">>>;

/** The error codes of providers for a visitor who cancelled. */
const CANCELLED = new Set(["access_denied", "user_cancelled_authorize", "user_denied"]);

/** Cancelling is no failure: leads back to the page on which the log-in began. */
function backTo(request: MemberRequest, from: Started["from"]) {
  const kept = keptQuery(request);
  const proving = provingPage(from);
  if (proving !== null) return redirectAfterForm(provingAddress(proving, kept));
  return redirectAfterForm(`${from === "register" ? paths.register : paths.logIn}${kept}`);
}

/** Checks the state first; a return that this browser did not begin is ignored. Failures lead to Register with a code. */
async function comeBack(
  context: Readonly<RouterContextProvider>,
  raw: Request,
  name: string,
  given: (name: string) => string | null,
) {
  const world = memberRequest(context).world;
  const started = heldRedirect(world, raw, "start");
  const asked = started?.holder == null ? anonymousRequest(context) : memberRequest(context);
  const { visit, visitor } = asked;
  const provider = providerOf(name);
  if (provider === null) throw redirect(paths.register);
  visitor.cookies.push(endedRedirectCookie());
  const isOurs = started?.provider === provider && isSameSecret(started.state, given("state") ?? "");
  const request: MemberRequest = { ...asked, query: new URLSearchParams(isOurs ? started.query : "") };
  const code = given("code");
  if (isOurs && code === null && CANCELLED.has(given("error") ?? "")) return backTo(request, started.from);
  if (isOurs && started.holder !== null) return prove(request, started, code);
  if (!isOurs || code === null) return failed(request, provider);
  const exchanged = await exchange(request, provider, code);
  if (exchanged === null) return failed(request, provider);
  const vouching = { ...exchanged, nonce: started.nonce };
  // A registration that goes on by mail is finished in this browser only, so the browser needs a name.
  const browser = visit.browser ?? newToken(world);
  const outcome = await logInByProvider(world, { ...visit, browser }, provider, vouching, "registering");
  if (isWritten(outcome)) visitor.cookies.push(browserCookie(browser));
  return answerOutcome(request, provider, outcome, given("user"));
}

function isWritten(outcome: SocialOutcome): boolean {
  return "refusal" in outcome && outcome.refusal.error === "members_provider_written";
}

/** What the provider gives for its code; null where it gives nothing. */
async function exchange(request: MemberRequest, provider: SocialProvider, code: string) {
  const { world } = request;
  const redirectUri = callbackUrl(request, paths.socialReturn(provider));
  const exchanged = await world.gateways.social[provider]?.exchange(code, redirectUri).catch((error: unknown) => {
    world.log.warn({ err: error, provider }, "a social provider could not be reached");
    return null;
  });
  return exchanged === null || exchanged === undefined || "refusal" in exchanged ? null : exchanged;
}

/** Proves the session that went to the provider, and leads back to the page that asked. Nobody is logged in. */
async function prove(request: MemberRequest, { provider, nonce, from, holder }: Started, code: string | null) {
  const exchanged = code === null ? null : await exchange(request, provider, code);
  const refused =
    exchanged === null || holder === null
      ? true
      : (await providerRefused(request.world, request.visit, holder, { provider, token: exchanged.token, nonce })) !==
        null;
  if (!refused) return backTo(request, from);
  const query = new URLSearchParams(keptQuery(request));
  query.set("error", provider);
  const proving = provingPage(from);
  return redirectAfterForm(proving === null ? paths.logIn : provingAddress(proving, `?${query}`));
}

function answerOutcome(request: MemberRequest, provider: SocialProvider, outcome: SocialOutcome, user: string | null) {
  const { world, visitor } = request;
  const kept = keptQuery(request);
  if ("ok" in outcome) {
    setSessionCookies(request, outcome.ok);
    // To the browser this navigation comes from the provider's site. The cookie tells the page that hands over to the app that it follows
    // a log-in which began here.
    if (isNativeRedirect(request)) visitor.cookies.push(redirectCookie(world, "handOff", {}));
    return redirectAfterForm(afterLogIn(request));
  }
  if ("registration" in outcome) {
    const { token } = outcome.registration;
    visitor.cookies.push(redirectCookie(world, "registration", { provider, token, ...nameFromApple(user) }));
    return redirectAfterForm(`${paths.registerForm}${kept}`);
  }
  return failed(request, provider, outcome);
}

function failed(request: MemberRequest, provider: SocialProvider, refused?: Refused) {
  const kept = new URLSearchParams(keptQuery(request));
  kept.set("error", refused === undefined ? provider : codeOf(provider, refused));
  return redirectAfterForm(`${paths.register}?${kept}`);
}

/** The codes of refusals for `error-words.ts`; any other refusal has that of its provider. */
const CODES: Partial<Record<MessageKey, string>> = {
  members_provider_apple_missing: "apple_missing",
  members_provider_written: "written",
  members_provider_off: "off",
  members_access_refused: "access",
};

function codeOf(provider: SocialProvider, refused: Refused): string {
  return ("refusal" in refused ? CODES[refused.refusal.error] : undefined) ?? provider;
}
