import * as paths from "../../venues/paths.ts";
import { z } from "zod";
import { SOCIAL_PROVIDERS, type SocialProvider } from "../../platform/gateways/social.ts";
import { personName } from "../contract.ts";
import { newToken } from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";
import { decryptCookie, encryptedValue } from "../sessions/encrypted-cookie.server.ts";

/**
 * What a browser carries between our pages and a provider's, encrypted in one short-lived HttpOnly cookie and never in an address: the
 * state and nonce on the way out, the token of the pending registration on the way back; and that a log-in has just ended which leads on
 * to the app.
 */
const COOKIE = { name: "social_visit", purpose: "social-visit" } as const;
const LIFE_SECONDS = { start: 600, registration: 3_600, handOff: 60 } as const;

const provider = z.enum(SOCIAL_PROVIDERS);
/** Browsers drop a cookie of more than about 4,096 characters, so the query is limited. */
const QUERY_MAX = 2_048;
const text = z.string().max(QUERY_MAX);
/** The pages that ask for a fresh proof, as `from` names them. */
const PROVING = ["leave", "phone"] as const;
const PROVING_PATHS = { leave: paths.accountDeletion, phone: paths.phone } as const;
const providerRedirect = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("start"),
    until: z.int(),
    provider,
    state: text,
    nonce: text,
    query: text,
    /** The page on which it began, to return to. */
    from: z.enum(["login", "register", ...PROVING]).default("login"),
    /** The session whose holder is to be proved, where nobody is to be logged in. Apple's return brings no cookie of the session. */
    holder: z.object({ accountId: text, sessionId: text }).nullable().default(null),
  }),
  z.object({
    kind: z.literal("registration"),
    until: z.int(),
    provider,
    token: text,
    firstname: text.nullable(),
    lastname: text.nullable(),
  }),
  z.object({ kind: z.literal("handOff"), until: z.int() }),
]);
type ProviderRedirect = z.output<typeof providerRedirect>;
type Kind = ProviderRedirect["kind"];
type Held<K extends Kind> = Omit<Extract<ProviderRedirect, { kind: K }>, "kind" | "until">;

/** A new redirect to a provider. `state` and `nonce` are 256 bits each; `query` comes back to our pages. */
export function startProviderRedirect(
  world: World,
  to: SocialProvider,
  query: string,
  { from, holder }: Pick<Held<"start">, "from" | "holder">,
): { started: Held<"start">; cookie: string } {
  const started = { provider: to, state: newToken(world), nonce: newToken(world), query: fitting(query), from, holder };
  return { started, cookie: redirectCookie(world, "start", started) };
}

/** Drops a `redirect` that is too long for the cookie; the log-in then ends at the menu. */
function fitting(query: string): string {
  const short = new URLSearchParams(query);
  short.delete("redirect");
  return [query, `?${short}`].find(({ length }) => length <= QUERY_MAX) ?? "";
}

/**
 * The Set-Cookie of a redirect. Apple returns by a form post from its own site, which needs SameSite=None; all others are Lax.
 */
export function redirectCookie<K extends Kind>(world: World, kind: K, held: Held<K>): string {
  const until = Math.floor(world.now().getTime() / 1000) + LIFE_SECONDS[kind];
  const value = encryptedValue(world, COOKIE.purpose, { kind, until, ...held });
  const sameSite = kind === "start" && "provider" in held && held.provider === "apple" ? "None" : "Lax";
  return `${COOKIE.name}=${value}; Path=/; Max-Age=${LIFE_SECONDS[kind]}; Secure; HttpOnly; SameSite=${sameSite}`;
}

/** The redirect that the request's cookie holds, if it is of this kind, encrypted by us and not expired; else null. */
export function heldRedirect<K extends Kind>(world: World, request: Request, kind: K): Held<K> | null {
  const parsed = decryptCookie(world, request, COOKIE, providerRedirect);
  if (parsed === undefined || parsed.kind !== kind || parsed.until * 1000 <= world.now().getTime()) return null;
  return parsed as unknown as Held<K>;
}

/** Which page asks for a fresh proof; null where a log-in is meant. */
export function provingPage(from: string | null): (typeof PROVING)[number] | null {
  return PROVING.find((one) => one === from) ?? null;
}

/** Where a member goes for a fresh proof by a provider; `kept` is the query of the page that asks. */
export function provingHref(to: SocialProvider, page: (typeof PROVING)[number], kept: string): string {
  const query = new URLSearchParams(kept);
  query.set("from", page);
  return `${paths.social(to)}?${query}`;
}

/** The address of the page that asked for a fresh proof, with the query it had. */
export function provingAddress(page: (typeof PROVING)[number], kept: string): string {
  return `${PROVING_PATHS[page]}${kept}`;
}

export function providerOf(name: string): SocialProvider | null {
  return SOCIAL_PROVIDERS.find((one) => one === name) ?? null;
}

/** The Set-Cookie that removes it. */
export function endedRedirectCookie(): string {
  return `${COOKIE.name}=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax`;
}

/** The name that Apple sends with its first answer. It is not signed, so it only fills in a form. */
export function nameFromApple(user: string | null): { firstname: string | null; lastname: string | null } {
  const nobody = { firstname: null, lastname: null };
  if (user === null || user.length > 2_048) return nobody;
  try {
    const parsed = introduction.safeParse(JSON.parse(user)).data;
    return parsed === undefined ? nobody : { firstname: parsed.name.firstName, lastname: parsed.name.lastName };
  } catch {
    return nobody;
  }
}

const name = personName.nullable().catch(null);
const introduction = z.object({ name: z.object({ firstName: name, lastName: name }) });
