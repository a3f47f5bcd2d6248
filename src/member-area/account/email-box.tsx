import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import type { Person } from "../../accounts/profile/view.server.ts";
import type { AccountAnswer } from "./account-answer.ts";
import { useAccountForm } from "./use-account-form.ts";

type EmailBoxProps = { person: Person; answer?: AccountAnswer };

/** Asks the member to confirm the address, and sends the mail again. Failures are not shown. */
export function EmailBox({ person, answer }: EmailBoxProps) {
  const { fetcher, answer: given, isDone, isBusy } = useAccountForm("email", answer);
  const { Form } = fetcher;
  return (
    <section className="email-box plaque">
      <h3 className="title-3">{m.frame_account_email_title()}</h3>
      <p className="quiet">{m.frame_account_email_text({ email: person.email })}</p>
      {isDone ? (
        <p className="email-box-sent" role="status">
          <Icon name="seal-check" small />
          {given.sent}
        </p>
      ) : (
        <Form method="post" action={paths.account}>
          <button
            className="button button-ink button-small"
            type="submit"
            name="intent"
            value="email"
            disabled={isBusy}
          >
            <Icon name="envelope-simple" small />
            {m.frame_account_email_resend()}
          </button>
        </Form>
      )}
    </section>
  );
}
