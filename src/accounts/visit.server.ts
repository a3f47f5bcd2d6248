import { publicOrigin } from "../platform/config.server.ts";
import { clientAddress, type ClientAddress } from "../platform/http/client-address.server.ts";
import type { World } from "../platform/world.ts";
import type { Locale } from "../venues/contract.ts";
import type { Venue } from "../venues/venue.ts";
import type { MessageKey, Problem, Refusal, Refused } from "./contract.ts";

/** Who asks and from where, before anybody knows who it is: what verbs of log-in and registration are given beside the input. */
export type Visit = {
  /** Null on the group's own hosts: its rules are 18 years and every provider (G181). */
  venue: Venue | null;
  venues: readonly Venue[];
  locale: Locale;
  client: ClientAddress;
  /** What the list of sessions says, such as "Firefox, Windows". */
  device: string;
  kind: "web" | "native" | "api";
  /** The cookie by which a browser is known to accounts (G51); null where it has none. */
  browser: string | null;
  /** The solved challenge of the `recaptcha` header or field. */
  captcha: string | null;
  /** A page's form that brought no captcha: narrow limits stand in for it. Never true of a call. */
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
  return {
    ...rest,
    client: clientAddress(world.config, socketAddress, header("x-forwarded-for")),
    device: deviceOf(header("user-agent") ?? ""),
    browser: /(?:^|;\s*)known_browser=([\w-]{43})(?:;|$)/.exec(header("cookie") ?? "")?.[1] ?? null,
    captcha: header("recaptcha"),
  };
}

/**
 * The venue that a call is about by the origin it names (G48, G49, G181): only a project's own origin passes, exactly. None at
 * all passes outside production, where a developer's page has none to name.
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
 * The same by an address that mails shall lead back to: exactly that page of a project's site, and nothing more (T5). The site that it
 * picks has a door of its own: 403 where its member area is closed (G5).
 */
export function venueOfCallback(
  world: World,
  visit: Visit,
  address: string,
  path: "/nouveau-mot-de-passe" | "/email-confirmation",
  key: "callback_url" | "validation_callback_url",
): { venue: Venue | null } | Refused {
  const found = URL.canParse(address) ? new URL(address) : null;
  if (found === null || address !== `${found.origin}${path}`) return refused(key);
  const site = venueOfOrigin(world, visit, found.origin, key);
  if ("problems" in site) return site;
  const door = refusedAtTheDoor(world, { ...visit, venue: site.venue });
  return door === null ? site : { refusal: door };
}

/** 403 where the site has no member area (G5), or the connection is refused by the network policy (G52, off by default). */
export function refusedAtTheDoor(world: World, visit: Visit): Refusal | null {
  if (visit.venue?.config.account_hidden === true) return { kind: "forbidden", error: "members_area_closed" };
  if (world.isNetworkRefused(visit.client.ip)) return { kind: "forbidden", error: "members_access_refused" };
  return null;
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

/** A browser and a system, as people say them: enough to tell one's own from a stranger's. Empty where neither is known. */
function deviceOf(userAgent: string): string {
  const known = userAgent.slice(0, 500);
  const named = [BROWSERS, SYSTEMS].map((list) => list.find(([, mark]) => mark.test(known))?.[0]);
  return named.filter((name) => name !== undefined).join(", ");
}
