import { AnomalyNotice, AnomalyOverlay } from "./account/anomaly.tsx";
import { MemberStyles } from "./member-styles.tsx";
import { useSession } from "./session.tsx";

/** What covers the page of an account that misses part of its holder's identity, or speaks of it outside production. */
export function Anomaly() {
  const session = useSession();
  const anomaly = session.status === "member" ? session.session.anomaly : null;
  if (anomaly === null) return null;
  return (
    <>
      <MemberStyles />
      {anomaly.isBlocking ? <AnomalyOverlay supportEmail={anomaly.supportEmail} /> : <AnomalyNotice />}
    </>
  );
}
