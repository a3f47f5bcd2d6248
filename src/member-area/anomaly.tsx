import { AnomalyNote, AnomalyOverlay } from "./account/anomaly.tsx";
import { MemberStyles } from "./member-styles.tsx";
import { useSession } from "./session.tsx";

/** Covers the page of an account without a full identity; outside production it shows a note instead. */
export function Anomaly() {
  const session = useSession();
  const anomaly = session.status === "member" ? session.session.anomaly : null;
  if (anomaly === null) return null;
  return (
    <>
      <MemberStyles />
      {anomaly.isBlocking ? <AnomalyOverlay supportEmail={anomaly.supportEmail} /> : <AnomalyNote />}
    </>
  );
}
