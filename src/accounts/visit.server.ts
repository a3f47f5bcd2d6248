import { cookieIn } from "../platform/cookies.ts";
import type * as paths from "../venues/paths.ts";
import { publicOrigin } from "../platform/settings/config.server.ts";
import { clientAddress, type ClientAddress } from "../platform/http/client-address.server.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import type { MessageKey, Problem, Refusal, Refused } from "./contract.ts";
import { browserOwner } from "./login/known-browser.server.ts";
import { isIncomplete, type Member } from "./member.ts";

/** Who asks and from where, before a log-in. The verbs of log-in and registration take it beside their input. */
export type Visit = {
  /** Null on the group's own hosts, where the minimum age is 18 and every provider is offered. */
  venue: Venue | null;
  venues: readonly Venue[];
  locale: Locale;
  client: ClientAddress;
  /** The name of the device for the list of sessions, such as "Firefox, Windows". */
  device: string;
  kind: "web" | "native" | "api";
  /** The cookie that marks this browser as known to accounts; null where it has none. */
  browser: string | null;
  /** The confirmed account that cookie was made for, as a name to queue by; null without a cookie that we signed. */
  browserOf: string | null;
  /** The solved challenge of the `recaptcha` header or field. */
  captcha: string | null;
  /** True for a page's form without a proof of work: narrower limits apply. Never true for an API call. */
  isWithoutScript?: boolean;
};

export const BROWSER_COOKIE = "known_browser";
export const BROWSER_SECONDS = 400 * 86_400;

type Known = {
  venue: Venue | null;
  venues: readonly Venue[];
  locale: Locale;
  kind: Visit["kind"];
  /** The address that the connection comes from. */
  socketAddress: string | undefined;
};

export function visitOf(world: World, request: Request, known: Known): Visit {
  const { socketAddress, ...rest } = known;
  const header = (name: string) => request.headers.get(name);
  const browser = cookieIn(header("cookie"), BROWSER_COOKIE, "[\\w-]{43}") ?? null;
  return {
    ...rest,
    client: clientAddress(world.config, socketAddress, header("x-forwarded-for")),
    device: deviceOf(header("user-agent") ?? ""),
    browser,
    browserOf: browserOwner(world, browser),
    captcha: header("recaptcha"),
  };
}

/**
 * The venue of a call, by the origin that it names. Only the exact origin of a venue's site passes. A missing origin passes outside
 * production, where a developer's page has none.
 */
export function venueOfOrigin(
  world: World,
  visit: Visit,
  origin: string | null | undefined,
  key: "origin" | "callback_url" | "validation_callback_url" | "browser_callback_url" = "origin",
): { venue: Venue | null } | { problems: Problem[] } {
  if (origin === null || origin === undefined) return world.config.isProduction ? refused(key) : { venue: visit.venue };
  const candidates = visit.venue === null ? visit.venues : [visit.venue];
  const venue = candidates.find(({ hosts }) => hosts.some((host) => publicOrigin(world.config, host) === origin));
  if (venue !== undefined) return { venue };
  const isGroup = visit.venue === null && publicOrigin(world.config, "localhost") === origin;
  return isGroup && !world.config.isProduction ? { venue: null } : refused(key);
}

/**
 * The venue of a callback address, to which a mail will link. Only this exact page of a venue's site passes, so that no mail links to
 * another host. 403 where that site has no member area.
 */
export function venueOfCallback(
  world: World,
  visit: Visit,
  address: string,
  path: typeof paths.reset | typeof paths.confirmEmail,
  key: "callback_url" | "validation_callback_url",
): { venue: Venue | null } | Refused {
  const found = URL.canParse(address) ? new URL(address) : null;
  if (found === null || address !== `${found.origin}${path}`) return refused(key);
  const site = venueOfOrigin(world, visit, found.origin, key);
  if ("problems" in site) return site;
  const closed = accessRefusal(world, { ...visit, venue: site.venue });
  return closed === null ? site : { refusal: closed };
}

/** 403 where the site has no member area, or the network policy (off by default) refuses the connection. */
export function accessRefusal(world: World, visit: Visit): Refusal | null {
  if (visit.venue?.config.account_hidden === true) return { kind: "forbidden", error: "members_area_closed" };
  if (world.isNetworkRefused(visit.client.ip)) return { kind: "forbidden", error: "members_access_refused" };
  return null;
}

/** The same for what a member does; also 403 for an account that support must complete first. */
export function refusedToMember(world: World, visit: Visit, member: Member): Refusal | null {
  const anomaly: Refusal = { kind: "forbidden", error: "account_refused_anomaly" };
  return accessRefusal(world, visit) ?? (isIncomplete(member) ? anomaly : null);
}

function refused(key: string): { problems: Problem[] } {
  const message: MessageKey = "members_address_refused";
  return { problems: [{ key, message }] };
}

const BROWSERS: [name: string, mark: RegExp][] = [
  ["Edge", /Edg/],
  ["Opera", /OPR\//],
  ["Samsung Internet", /SamsungBrowser/],
  ["Firefox", /Firefox|FxiOS/],
  ["Chrome", /Chrome|CriOS/],
  ["Safari", /Safari/],
];
const SYSTEMS: [name: string, mark: RegExp][] = [
  ["Android", /Android/],
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Windows", /Windows/],
  ["macOS", /Mac OS X/],
  ["Linux", /Linux/],
];

/** Browser and system in words, enough to tell one's own device from a stranger's. Empty where neither is known. */
function deviceOf(userAgent: string): string {
  const known = userAgent.slice(0, 500);
  const named = [BROWSERS, SYSTEMS].map((list) => list.find(([, mark]) => mark.test(known))?.[0]);
  return named.filter((name) => name !== undefined).join(", ");
}
