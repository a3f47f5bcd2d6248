import * as paths from "../../../venues/paths.ts";
import { useEffect } from "react";
import { isNative, openPopup } from "../../../ui/native/bridge.ts";
import { m } from "../../../messages/messages.js";
import { LoadingRays } from "../../../ui/document/loading-rays.tsx";
import type { Screen } from "./enrollment-views.tsx";

/** The page that forwards to the identity provider. */
export function forwardingView({ link }: { link: string }): Screen {
  return {
    heading: m.enrollment_leaving(),
    lead: m.enrollment_leaving_text({ host: new URL(link).host }),
    above: (
      <div className="enroll-rays">
        <LoadingRays />
      </div>
    ),
    content: (
      <>
        <noscript>
          <meta httpEquiv="refresh" content={`2;url=${link}`} />
        </noscript>
        <LeavingLink link={link} />
      </>
    ),
  };
}

/** Forwards to the provider: in the app in a popup, elsewhere in place of this page, so that Back skips it. */
function LeavingLink({ link }: { link: string }) {
  useEffect(() => {
    const isPopup = new URLSearchParams(location.search).get("in") === "popup";
    if (isNative(window) && !isPopup) {
      openPopup(window, `${paths.enrollment}?go=1&in=popup`);
      location.replace(paths.enrollment);
    } else location.replace(link);
  }, [link]);
  return (
    <a className="button button-venue" href={link} rel="noreferrer">
      {m.enrollment_leaving_go()}
    </a>
  );
}
