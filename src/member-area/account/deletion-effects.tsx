import { m } from "../../messages/messages.js";
import { popupHref } from "../../accounts/paths.ts";
import "./deletion.css";

type EffectsProps = { program: string; hasMembership: boolean };

/** What happens when somebody deletes their account, what is kept, and why. */
export function DeletionEffects({ program, hasMembership }: EffectsProps) {
  return (
    <>
      <section className="deletion-effects">
        <h2 className="title-3">{m.frame_account_delete_when()}</h2>
        <dl>
          <dt>{m.frame_account_delete_now()}</dt>
          <dd>{m.frame_account_delete_now_text()}</dd>
          <dt>{m.frame_account_delete_days()}</dt>
          <dd>{m.frame_account_delete_days_text()}</dd>
          <dt>{m.frame_account_delete_then()}</dt>
          <dd>
            {hasMembership ? m.frame_account_delete_then_member({ program }) : m.frame_account_delete_then_text()}
          </dd>
          {hasMembership && (
            <dd>
              {m.frame_account_delete_money()}{" "}
              <a className="text-link" href={popupHref("Cashless")}>
                {m.frame_account_delete_wallets()}
              </a>
            </dd>
          )}
        </dl>
      </section>
      <section className="deletion-effects">
        <h2 className="title-3">{m.frame_account_delete_kept()}</h2>
        <dl>
          {hasMembership && (
            <>
              <dt>{m.frame_account_delete_ledger()}</dt>
              <dd>{m.frame_account_delete_ledger_text({ program })}</dd>
            </>
          )}
          <dt>{m.frame_account_delete_consents()}</dt>
          <dd>{m.frame_account_delete_consents_text()}</dd>
        </dl>
      </section>
    </>
  );
}
