import type { Context } from "hono";
import { page } from "./page.tsx";
import { ownPerson, personClaims, type Claims, type SocialName } from "./people.ts";
import { ConsentPage, RefusedRequestPage } from "./pages/consent-page.tsx";

/** The parameters with which a site sends a visitor to a provider. */
export type LogInRequest = { clientId: string; redirectUri: string; state: string; nonce: string | null };
type Wanted = { clientIds: readonly string[]; responseMode?: "form_post" };

/**
 * Reads an authorization request from the query or from hidden fields of the consent page. An invalid one is refused
 * as providers do: on a page of their own, never by a redirect to an unregistered address.
 */
export function readRequest(given: URLSearchParams, wanted: Wanted): LogInRequest | { problem: string } {
  const clientId = given.get("client_id") ?? "";
  const redirectUri = given.get("redirect_uri") ?? "";
  if (!wanted.clientIds.includes(clientId)) return { problem: "The client is not known (client_id)." };
  if (!isRegistered(redirectUri)) return { problem: "This return address is not registered (redirect_uri)." };
  if (given.get("response_type") !== "code") return { problem: "Only codes are given out (response_type)." };
  if (wanted.responseMode !== undefined && given.get("response_mode") !== wanted.responseMode)
    return { problem: `Name and e-mail are given by ${wanted.responseMode} only (response_mode).` };
  return { clientId, redirectUri, state: given.get("state") ?? "", nonce: given.get("nonce") };
}

/** The person chosen on the consent page, or null for a refusal. */
export function chosenPerson(form: URLSearchParams): Claims | null {
  const choice = form.get("person") ?? "";
  if (choice !== "own") return personClaims(choice);
  return ownPerson.safeParse(Object.fromEntries(form)).data ?? null;
}

/** The provider's log-in and consent page for a request. */
export function consentPage(c: Context, provider: SocialName, wanted: Wanted) {
  const query = new URL(c.req.url).searchParams;
  const request = readRequest(query, wanted);
  if ("problem" in request) return page(c, <RefusedRequestPage provider={provider} problem={request.problem} />, 400);
  return page(c, <ConsentPage provider={provider} action={c.req.path} request={[...query]} />);
}

export function refusedRequest(c: Context, provider: SocialName, problem: string) {
  return page(c, <RefusedRequestPage provider={provider} problem={problem} />, 400);
}

/** Redirects back to the site with the unchanged state. */
export function backTo(c: Context, request: LogInRequest, answer: Record<string, string>) {
  const url = new URL(request.redirectUri);
  for (const [name, value] of Object.entries({ ...answer, state: request.state })) url.searchParams.set(name, value);
  return c.redirect(url.href, 303);
}

/** Accepts the demo's own sites. In production each address is registered exactly. */
function isRegistered(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username } = new URL(address);
  return (
    /^https?:$/.test(protocol) && username === "" && /^(localhost|127\.0\.0\.1|[a-z0-9-]+\.localhost)$/.test(hostname)
  );
}
