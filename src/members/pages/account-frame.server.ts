import { MEMBER_SCRIPT } from "../../page-assets.server.ts";
import type { PictureView } from "../../content/contract.ts";
import { GROUP } from "../../venues/group.ts";
import type { HouseMark } from "../../venues/house-marks.ts";
import { publisherOf } from "../../venues/publisher.server.ts";
import type { Locale } from "../../venues/contract.ts";
import type { MemberRequest } from "./member-request.server.ts";

/** What stands around every page of the member area. */
export type AccountFrame = {
  brand: string;
  mark: HouseMark;
  program: string;
  /** 'Casino de Port-Sérac' */
  venueTitle: string;
  locale: Locale;
  minimumAge: 18 | 21;
  picture: PictureView;
  /** The browser's title: '{title}, {venue title}, {brand}'. */
  documentTitle: string;
  /** Address of what a page that does not hydrate yet can do. */
  script: string;
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
    script: MEMBER_SCRIPT.path,
    isHandOff: query.has("native_redirect_url"),
  };
}
