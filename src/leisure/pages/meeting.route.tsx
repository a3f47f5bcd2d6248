import { venuePage } from "../../content/page.server.ts";
import { VenuePage } from "../../content/pages/venue-page.tsx";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { neighboursIn } from "../../venues/neighbours.ts";
import { meetingDetail } from "../details.server.ts";
import { meetingCards } from "../leisure.server.ts";
import type { Route } from "./+types/meeting.route.ts";
import { MeetingPage } from "./meeting-page.tsx";
import { foundOrRedirect } from "./place-page.server.ts";

export { shouldRevalidate } from "../../ui/should-revalidate.ts";

/** '/meetings-events/{slug}': professional or private events, where the venue hosts them. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const lookup = await meetingDetail(request.world, venue, request.locale, params.slug);
  const { path, ...meeting } = foundOrRedirect(request, lookup);
  const page = await venuePage(request, venue, {
    path,
    title: meeting.label,
    description: meeting.summary,
    image: meeting.picture.key,
    breadcrumb: [{ name: meeting.label, path }],
  });
  const list = (await meetingCards(request.world, venue, request.locale)).map(({ href, label, picture }) => ({
    href,
    title: label,
    note: null,
    picture,
  }));
  return { current: path, page, meeting, neighbours: neighboursIn(list, path) };
}

export default function Meeting({ loaderData: { page, meeting, neighbours } }: Route.ComponentProps) {
  return (
    <VenuePage page={page}>
      <MeetingPage meeting={meeting} neighbours={neighbours} />
    </VenuePage>
  );
}
