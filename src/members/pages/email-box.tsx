import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import type { Person } from "../account-view.server.ts";
import { memberPaths } from "../paths.ts";

/** Asks to confirm the address, and sends the mail again (section 2.7). Failures stay silent, as section 8 says. */
export function EmailBox({ person, isSent = false }: { person: Person; isSent?: boolean }) {
  return (
    <section className="email-box plaque" data-in-place="email-box">
      <h3 className="title-3">{m.frame_account_email_title()}</h3>
      <p className="quiet">{m.frame_account_email_text({ email: person.email })}</p>
      {isSent ? (
        <p className="email-box-sent" role="status">
          <Icon name="seal-check" small />
          {m.frame_account_email_sent()}
        </p>
      ) : (
        <form method="post" action={memberPaths.account}>
          <button className="button button-ink button-small" type="submit" name="intent" value="email">
            <Icon name="envelope-simple" small />
            {m.frame_account_email_resend()}
          </button>
        </form>
      )}
    </section>
  );
}
