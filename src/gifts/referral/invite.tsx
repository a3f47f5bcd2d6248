import { m } from "../../messages/messages.js";
import { CopyCode } from "../../ui/forms/copy-code.tsx";

/** A member's referral code and link, for the card popup. `referralInvite` provides both. */
export function ReferralInvite({ invite }: { invite: { code: string; href: string } }) {
  return (
    <section className="gift-part gift-referral" aria-labelledby="referral-title">
      <h3 id="referral-title">{m.gifts_referral_title()}</h3>
      <p className="small quiet">{m.gifts_referral_text()}</p>
      <CopyCode code={invite.code} label={m.gifts_referral_code()} copied={m.gifts_copied()} />
      <a className="text-link" href={invite.href}>
        {m.gifts_referral_link()}
      </a>
    </section>
  );
}
