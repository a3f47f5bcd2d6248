import * as paths from "../../venues/paths.ts";
import { m } from "../../messages/messages.js";
import { CurrentPasswordField } from "../../accounts/forms/current-password-field.tsx";
import type { FormState } from "../../accounts/forms/form-state.ts";
import { MemberForm } from "../../accounts/forms/member-form.tsx";
import { useSeconds } from "../../accounts/forms/use-seconds.ts";
import type { ProofWays } from "../../accounts/reauthentication/proof-ways.server.ts";
import { OTP_LENGTH } from "../../accounts/limits.ts";
import { Success } from "../../accounts/pages/account/account-page.tsx";
import { ProviderLinks } from "../../accounts/pages/reauthentication/provider-links.tsx";
import { CodeField } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";

type DeletionFormProps = { ways: ProofWays; state: FormState };

/**
 * The deletion with the proof that it asks for. It is sent as a document, whose answer is a new page: no data of the member stays in
 * this one.
 */
export function DeletionForm({ ways, state }: DeletionFormProps) {
  const isCode = state.values["screen"] === "code" && ways.phone !== null;
  const canProve = ways.isFresh || isCode || ways.hasPassword;
  return (
    <section className="deletion-proof">
      <h2 className="title-3">{ways.isFresh ? m.frame_account_delete_sure() : m.account_fresh_title()}</h2>
      {!ways.isFresh && <p className="quiet">{leadOf(ways, isCode)}</p>}
      {canProve && (
        <Form className="form" method="post" action={paths.accountDeletion} reloadDocument problems={state.problems}>
          {!ways.isFresh && (isCode ? <Code state={state} /> : <CurrentPasswordField state={state} />)}
          <button className="button button-ink form-submit" type="submit" name="intent" value="delete">
            {m.frame_account_delete_submit()}
          </button>
        </Form>
      )}
      {!ways.isFresh && <OtherWays ways={ways} state={state} isCode={isCode} />}
    </section>
  );
}

function leadOf({ hasPassword, phone, providers }: ProofWays, isCode: boolean): string {
  if (isCode) return m.account_fresh_code_sent({ phone: phone ?? "" });
  if (hasPassword) return m.account_fresh_password_text();
  return phone === null && providers.length === 0 ? m.account_fresh_none() : m.account_fresh_choose();
}

function Code({ state }: { state: FormState }) {
  return (
    <>
      {state.values["resent"] === "1" && <Success>{m.account_phone_resent()}</Success>}
      <input type="hidden" name="device_token" value={state.values["device_token"] ?? ""} />
      <CodeField
        name="otp"
        label={m.account_phone_code_label()}
        length={OTP_LENGTH}
        problem={state.problems["otp"]}
        isFocused
      />
    </>
  );
}

/** Offers the other proofs: a code sent to the verified number, a linked provider, or back to the password. */
function OtherWays({ ways, state, isCode }: DeletionFormProps & { isCode: boolean }) {
  const { hasPassword, phone, providers } = ways;
  const left = useSeconds(isCode ? Number(state.values["wait"] ?? 0) : 0, state);
  if (phone === null && providers.length === 0)
    return hasPassword ? null : (
      <a className="link" href={paths.account}>
        {m.frame_account_define_title()}
      </a>
    );
  return (
    <MemberForm state={state} proof="always">
      {isCode && (
        <>
          <input type="hidden" name="device_token" value={state.values["device_token"] ?? ""} />
          <input type="hidden" name="resent" value="1" />
        </>
      )}
      <div className="proof-ways">
        {hasPassword && !isCode && <p className="quiet">{m.account_fresh_other()}</p>}
        {phone !== null && (
          <button className="button button-line" type="submit" name="intent" value="code" disabled={left > 0}>
            {isCode ? m.account_phone_resend() : m.account_fresh_code({ phone })}
          </button>
        )}
        {left > 0 && <p className="quiet small">{m.account_phone_resend_in({ seconds: left })}</p>}
        <ProviderLinks providers={providers} />
        {isCode && hasPassword && (
          <button className="text-link" type="submit" name="intent" value="password" data-unproven="">
            {m.account_fresh_password()}
          </button>
        )}
      </div>
    </MemberForm>
  );
}
