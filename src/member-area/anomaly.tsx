import { useEffect, useRef } from "react";
import { m } from "../messages/messages.js";
import { useServerMarkup } from "../ui/hooks/use-server-markup.ts";
import { openModal } from "../ui/sheets/modal.ts";
import { Ornament } from "../ui/ornament/ornament.tsx";
import { LogOutForm } from "../accounts/pages/login/log-out-form.tsx";
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

/**
 * The blocking overlay of an account without a first name, last name or birthday. Logging out is the only way out: it is a modal dialog
 * that opens again when it is closed, and covers the page without script too.
 */
function AnomalyOverlay({ supportEmail }: { supportEmail: string | null }) {
  const ref = useRef<HTMLDialogElement>(null);
  const isServed = useServerMarkup();
  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    dialog.removeAttribute("open");
    openModal(dialog);
  }, []);
  return (
    <dialog
      tabIndex={-1}
      ref={ref}
      className="anomaly on-paper"
      aria-labelledby="anomaly-title"
      open={isServed || undefined}
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => openModal(currentTarget)}
      suppressHydrationWarning
    >
      <div className="anomaly-body">
        <Ornament shape="mark" />
        <h2 id="anomaly-title">{m.frame_account_anomaly_title()}</h2>
        <p className="quiet">{m.frame_account_anomaly_text()}</p>
        {supportEmail !== null && (
          <a className="button button-ink" href={`mailto:${supportEmail}`}>
            {m.frame_account_anomaly_mail({ email: supportEmail })}
          </a>
        )}
        <LogOutForm />
      </div>
    </dialog>
  );
}

/** What stands in the overlay's place outside production: a note for developers over a page that keeps working. */
function AnomalyNote() {
  return (
    <p className="anomaly-note" role="note">
      {m.frame_account_anomaly_dev()}
    </p>
  );
}
