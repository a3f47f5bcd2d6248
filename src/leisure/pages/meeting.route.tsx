import { ServerContent } from "../../ui/page-assets.tsx";
import { showVenuePage } from "../../venues/pages/show-venue-page.tsx";
import { venueRequest } from "../../venues/venue-request.server.ts";
import { meetingDetail } from "../details.server.ts";
import type { Route } from "./+types/meeting.route.ts";
import { MeetingPage } from "./meeting-page.tsx";
import { foundOrAway } from "./show-place.tsx";

/** '/meetings-events/{slug}': professional or private events, where the venue receives them (section 2.5). */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { request, venue } = venueRequest(context);
  const meeting = foundOrAway(request, await meetingDetail(request.world, venue, request.locale, params.slug));
  await showVenuePage(request, venue, {
    path: meeting.path,
    title: meeting.label,
    description: meeting.summary,
    image: meeting.picture.key,
    current: meeting.path,
    breadcrumb: [{ name: meeting.label, path: meeting.path }],
    content: (site) => <MeetingPage meeting={meeting} site={site} />,
  });
  return null;
}

export default function Meeting() {
  return <ServerContent />;
}
