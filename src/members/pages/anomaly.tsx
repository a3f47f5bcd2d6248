import { m } from "../../paraglide/messages.js";
import { Ornament } from "../../ui/ornament.tsx";
import { LogOutForm } from "./log-out-form.tsx";

/**
 * The blocking overlay of an account that misses part of its holder's identity (sections 2.6 and 4). It has no way out but logging
 * out; a script makes it a true modal dialog, without one it covers the page all the same.
 */
export function AnomalyOverlay({ supportEmail }: { supportEmail: string | null }) {
  return (
    <dialog className="anomaly on-paper" aria-labelledby="anomaly-title" data-blocking open>
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

/** The same outside production: a word to whoever develops, over a page that goes on working (G57). */
export function AnomalyNotice() {
  return (
    <p className="anomaly-notice" role="note">
      {m.frame_account_anomaly_dev()}
    </p>
  );
}
