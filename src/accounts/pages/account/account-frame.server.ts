import { GROUP } from "../../../venues/group.ts";
import { publisherOf } from "../../../pictures/publisher.server.ts";
import { keptQuery, type MemberRequest } from "../../forms/member-request.server.ts";

/** What surrounds every page of the member area. */
export type AccountFrame = Awaited<ReturnType<typeof accountFrame>>;

/** The frame of a page of the member area, for its loader. `title` is the page's own title, without the venue. */
export async function accountFrame(request: MemberRequest, { title }: { title: string }) {
  const { world, venue, locale, query } = request;
  const publisher = await publisherOf(world, venue, locale);
  return {
    brand: GROUP.brand,
    mark: publisher.mark,
    program: GROUP.program,
    /** 'Casino de Port-Sérac' */
    venueTitle: publisher.title,
    locale,
    minimumAge: publisher.minimumAge,
    picture: publisher.cover,
    /** The gambling warning, where the country asks for it on every page. */
    gamblingWarning: venue.policy.gamblingWarning?.on === "everything" ? venue.policy.gamblingWarning.name : null,
    /** The document's title. */
    documentTitle: `${title}, ${publisher.title}, ${GROUP.brand}`,
    /** Where the forms of the page post to: its own address with only the safe parts of the query. */
    formAddress: formAddress(request),
    /** True where the app opened this page to log in: links that lead elsewhere are left out. */
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
