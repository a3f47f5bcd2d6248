import * as paths from "../../venues/paths.ts";
import { RichText } from "../../content/pages/rich-text.tsx";
import { m } from "../../messages/messages.js";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import type { Neighbours } from "../../venues/neighbours.ts";
import { Detail } from "../../venues/pages/detail.tsx";
import { PropertyList } from "../../venues/pages/property-list.tsx";
import { useSite } from "../../venues/pages/use-site.ts";
import type { MeetingView } from "../views.ts";
import { useWhereabouts } from "./offering-parts.tsx";

/** The venue's offer for professional or private events. Closing it returns to Home. */
export function MeetingPage({ meeting, neighbours }: { meeting: MeetingView; neighbours: Neighbours }) {
  const { email } = useSite();
  const properties = useWhereabouts(meeting.phone);
  return (
    <Detail
      title={meeting.label}
      picture={meeting.picture}
      backHref={paths.home}
      isBackOnly
      neighbours={neighbours}
      tag={
        <p className="place-properties">
          <span className="label">{m.meetings_title()}</span>
        </p>
      }
      actions={<Contact meeting={meeting} email={email} />}
      properties={<PropertyList properties={properties} />}
    >
      <p className="lead">{meeting.summary}</p>
      {meeting.presentation !== null && <RichText html={meeting.presentation} />}
    </Detail>
  );
}

/** A link to the venue's form, else to its e-mail address, else to its phone. */
function Contact({ meeting, email }: { meeting: MeetingView; email: string | null }) {
  if (meeting.contactUrl !== null) {
    return (
      <OutboundLink className="button button-venue" href={meeting.contactUrl}>
        {m.leisure_contact()}
      </OutboundLink>
    );
  }
  return (
    <a className="button button-venue" href={email === null ? meeting.phone.href : `mailto:${email}`}>
      {m.leisure_contact()}
    </a>
  );
}
