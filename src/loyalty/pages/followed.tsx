import { m } from "../../paraglide/messages.js";
import type { EnrollmentPage } from "../enrollment-page.server.ts";
import { pollEveryMs } from "../enrollment-graph.ts";
import { START_PATH } from "../paths.ts";

const REFRESH_SECONDS = 5;

/**
 * What the page's script follows a dossier by, and what it shows once it has lost it. Without script the page asks again by itself
 * where there is something to wait for, and a link does the same.
 */
export function Followed({ dossier }: { dossier: EnrollmentPage }) {
  const isWaiting = pollEveryMs(dossier.status, false) !== null;
  const { status, error, card_id: card, progression_detail: progress, attempt } = dossier;
  return (
    <div
      data-enrollment={status}
      data-shown={[status, error, card, progress.done].join(" ")}
      data-attempt={attempt}
      data-celebrates={["READY", "LINKED"].includes(status) ? "" : undefined}
    >
      <div className="alert enroll-lost" role="alert" hidden>
        <p>{m.enrollment_lost()}</p>
        <button className="text-link" type="button" data-enrollment-retry>
          {m.enrollment_retry()}
        </button>
      </div>
      {isWaiting && (
        <noscript>
          <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />
          <p className="enroll-refresh">
            <a className="text-link" href={START_PATH}>
              {m.enrollment_refresh()}
            </a>
          </p>
        </noscript>
      )}
    </div>
  );
}
