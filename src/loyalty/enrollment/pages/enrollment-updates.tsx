import { isMeasurementAllowed } from "../../../platform/consent-cookie.ts";
import * as paths from "../../../venues/paths.ts";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { m } from "../../../messages/messages.js";
import type { EnrollmentPage } from "../page.server.ts";
import { pollEveryMs } from "../statuses.ts";
import { Confetti } from "../../pages/confetti.tsx";
import { useEnrollment } from "./use-enrollment.ts";

const REFRESH_SECONDS = 5;
const JOYFUL: EnrollmentPage["status"][] = ["READY", "LINKED"];

/**
 * Keeps the page of an enrollment up to date, announces changes, and says when the connection is lost. Without script, the page
 * reloads itself while there is something to wait for, and has a link that does the same.
 */
export function EnrollmentUpdates({ enrollment, heading }: { enrollment: EnrollmentPage; heading: string }) {
  const { isLost, retry } = useEnrollment(enrollment);
  const isWaiting = pollEveryMs(enrollment.status, false) !== null;
  return (
    <div>
      {isLost && (
        <div className="alert enroll-lost" role="alert">
          <p>{m.enrollment_lost()}</p>
          <button className="text-link" type="button" onClick={retry}>
            {m.enrollment_retry()}
          </button>
        </div>
      )}
      <Spoken text={heading} />
      {JOYFUL.includes(enrollment.status) && <Celebration attempt={enrollment.attempt} />}
      {isWaiting && (
        <noscript>
          <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />
          <p className="enroll-refresh">
            <a className="text-link" href={paths.enrollment}>
              {m.enrollment_refresh()}
            </a>
          </p>
        </noscript>
      )}
    </div>
  );
}

/** Announces what the page has changed to since it was opened. */
function Spoken({ text }: { text: string }) {
  const first = useRef(text);
  const [spoken, setSpoken] = useState("");
  useEffect(() => {
    if (text !== first.current) setSpoken(text);
  }, [text]);
  return (
    <p className="heard" role="status">
      {spoken}
    </p>
  );
}

/** Once per attempt and browser: shows confetti, and counts the conversion if the visitor consented to measurement. */
function Celebration({ attempt }: { attempt: string }) {
  const [isCelebrated, setCelebrated] = useState(false);
  const { submit } = useFetcher();
  useEffect(() => {
    if (!isFirstCelebration(attempt)) return;
    setCelebrated(true);
    if (isMeasurementAllowed(document.cookie))
      void submit({ do: "conversion" }, { method: "post", action: paths.enrollment });
  }, [attempt, submit]);
  return isCelebrated && <Confetti />;
}

/** True for the first celebration of an attempt in this browser. Remembers it. */
function isFirstCelebration(attempt: string): boolean {
  const key = `baize-enrolled-${attempt}`;
  try {
    if (localStorage.getItem(key) !== null) return false;
    localStorage.setItem(key, "1");
    return true;
  } catch {
    // Without storage, do not celebrate: every visit would look like the first.
    return false;
  }
}
