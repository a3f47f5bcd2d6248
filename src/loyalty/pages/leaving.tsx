import { m } from "../../paraglide/messages.js";
import { Dawn } from "../../ui/dawn.tsx";
import type { Screen } from "./enrollment-views.tsx";

/** The way out to the identity provider. Back from there, the browser does not come to this page again (`data-leaving`). */
export function leavingView({ link }: { link: string }): Screen {
  return {
    heading: m.enrollment_leaving(),
    lead: m.enrollment_leaving_text({ host: new URL(link).host }),
    above: (
      <div className="enroll-dawn">
        <Dawn />
      </div>
    ),
    content: (
      <>
        <noscript>
          <meta httpEquiv="refresh" content={`2;url=${link}`} />
        </noscript>
        <a className="button button-venue" href={link} rel="noreferrer" data-leaving>
          {m.enrollment_leaving_go()}
        </a>
      </>
    ),
  };
}
