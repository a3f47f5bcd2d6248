import type { PictureView } from "../../../ui/pictures/picture-view.ts";
import { GROUP } from "../../../venues/group.ts";
import type { GamblingWarningName } from "../../../venues/law/gambling-warning.ts";
import type { VenueMark } from "../../../venues/venue-marks.ts";
import { publisherOf } from "../../../pictures/publisher.server.ts";
import type { Locale } from "../../../venues/contract.ts";
import { keptQuery, type MemberRequest } from "../../forms/member-request.server.ts";

/** What surrounds every page of the member area. */
export type AccountFrame = {
  brand: string;
  mark: VenueMark;
  program: string;
  /** 'Casino de Port-Sérac' */
  venueTitle: string;
  locale: Locale;
  minimumAge: 18 | 21;
  picture: PictureView;
  /** The gambling warning, where the country asks for it on every page. */
  gamblingWarning: GamblingWarningName | null;
  /** The document's title: '{title}, {venue title}, {brand}'. */
  documentTitle: string;
  /** Where the forms of the page post to: its own address with only the safe parts of the query. */
  formAddress: string;
  /** True where the app opened this page to log in: links that lead elsewhere are left out. */
  isHandOff: boolean;
};

/** The frame of a page of the member area, for its loader. `title` is the page's own title, without the venue. */
export async function accountFrame(request: MemberRequest, { title }: { title: string }): Promise<AccountFrame> {
  const { world, venue, locale, query } = request;
  const publisher = await publisherOf(world, venue, locale);
  return {
    brand: GROUP.brand,
    mark: publisher.mark,
    program: GROUP.program,
    venueTitle: publisher.title,
    locale,
    minimumAge: publisher.minimumAge,
    picture: publisher.cover,
    gamblingWarning: venue.policy.gamblingWarning?.on === "everything" ? venue.policy.gamblingWarning.name : null,
    documentTitle: `${title}, ${publisher.title}, ${GROUP.brand}`,
    formAddress: formAddress(request),
    isHandOff: query.has("native_redirect_url"),
  };
}

/** Keeps the token of a mail's link, so that the form can use it. */
function formAddress(request: MemberRequest): string {
  const kept = new URLSearchParams(keptQuery(request));
  const token = request.query.get("token");
  if (token !== null && /^[\w-]{1,200}$/.test(token)) kept.set("token", token);
  return kept.size === 0 ? request.path : `${request.path}?${kept}`;
}
