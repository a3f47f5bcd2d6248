import type { PictureView } from "../../../ui/pictures/picture-view.ts";
import { GROUP } from "../../../venues/group.ts";
import type { VenueMark } from "../../../venues/venue-marks.ts";
import { publisherOf } from "../../../pictures/publisher.server.ts";
import type { Locale } from "../../../venues/contract.ts";
import { keptQuery, type MemberRequest } from "../../forms/member-request.server.ts";

/** What stands around every page of the member area. */
export type AccountFrame = {
  brand: string;
  mark: VenueMark;
  program: string;
  /** 'Casino de Port-Sérac' */
  venueTitle: string;
  locale: Locale;
  minimumAge: 18 | 21;
  picture: PictureView;
  /** The browser's title: '{title}, {venue title}, {brand}'. */
  documentTitle: string;
  /** Where the forms of the page post to: its own address with nothing of the query but what is safe. */
  formAddress: string;
  /** True where the app asked for this page (section 2.6): nothing that leads away from logging in is offered. */
  isHandOff: boolean;
};

/** The frame of a page of the member area, for its loader. `title` is the page's own, before the venue's. */
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
    documentTitle: `${title}, ${publisher.title}, ${GROUP.brand}`,
    formAddress: formAddress(request),
    isHandOff: query.has("native_redirect_url"),
  };
}

/** A link of a mail is answered at its own address: its token goes along. */
function formAddress(request: MemberRequest): string {
  const kept = new URLSearchParams(keptQuery(request));
  const token = request.query.get("token");
  if (token !== null && /^[\w-]{1,200}$/.test(token)) kept.set("token", token);
  return kept.size === 0 ? request.path : `${request.path}?${kept}`;
}
