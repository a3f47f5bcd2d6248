import { localeInCookie } from "../../venues/language/locale.server.ts";
import type { IncomingMessage } from "node:http";
import { encodingOf } from "../../platform/http/encoding.server.ts";
import type { PageRoutes } from "../../platform/http/page-routes.server.ts";
import { counterStart, type CounterStart } from "../../platform/http/request-metrics.server.ts";
import type { VenueTable } from "../../venues/venue-table.server.ts";
import { type EncodedPageKey, pageKeyOf } from "./page-key.server.ts";

/** How many request signatures are remembered, and how long one may be in characters. */
const REMEMBERED_MAX = 2_000;
const REMEMBERED_LENGTH_MAX = 500;

/** What a raw request asks for, and the beginning of its counter. */
type Remembered = EncodedPageKey & { counter: CounterStart };

/**
 * What raw requests without popups of members ask for; null for all others. Results are remembered, because most requests are alike.
 */
export function openRememberedRequests(table: VenueTable, { patternOf }: PageRoutes) {
  const remembered = new Map<string, Remembered>();
  let rememberedFor = table.all();

  return function askedBy({ headers, url = "/" }: IncomingMessage): Remembered | null {
    if (rememberedFor !== table.all()) {
      remembered.clear();
      rememberedFor = table.all();
    }
    const accept = headers["accept-encoding"];
    const locale = localeInCookie(headers.cookie);
    const signature = `${headers.host}\n${url}\n${locale}\n${headers["accept-language"]}\n${accept}`;
    const known = remembered.get(signature);
    if (known !== undefined) return known;
    const venue = table.find(headers.host);
    const found =
      venue === undefined
        ? null
        : pageKeyOf(venue, { url, cookie: headers.cookie, acceptLanguage: headers["accept-language"] });
    if (found === null || (found.popup !== null && found.popup !== "Menu")) return null;
    const made = { ...found, encoding: encodingOf(accept), counter: counterStart(venue, patternOf(found.path)) };
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    if (signature.length <= REMEMBERED_LENGTH_MAX) remembered.set(signature, made);
    return made;
  };
}
