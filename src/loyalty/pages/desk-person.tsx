import { DeskAct, DeskFacts, DeskSection } from "../../operators/pages/desk-facts.tsx";
import { DeskButtons, DeskEmpty, DeskForm, DeskList, DeskRow, DeskSelect } from "../../operators/pages/desk-parts.tsx";
import { deskDay, deskInstant, deskLastMinute, deskMoney, deskState } from "../../operators/pages/desk-words.ts";
import { m } from "../../paraglide/messages.js";
import { grouped } from "../../ui/grouped.ts";
import type { Locale } from "../../venues/contract.ts";
import type { DISABLE_REASONS } from "../people-actions.server.ts";
import type { PersonAtDesk } from "../people.server.ts";
import { labelLines } from "../../gifts/gift.ts";
import { EmailChangeForm, EmailChangePart, type TypedEmail } from "./desk-person-email.tsx";

const REASONS: (typeof DISABLE_REASONS)[number][] = ["own_wish", "conduct", "duplicate", "fraud", "error"];

type Clock = { locale: Locale; zone: string };
type Home = { siteId: number; name: string };
type PersonPageProps = {
  person: PersonAtDesk;
  mayAct: boolean;
  home: string | null;
  homes: Home[];
  typedEmail: TypedEmail;
  clock: Clock;
};

/** What this house knows of one person, part by part, and under it what staff may do. */
export function PersonPage({ person, mayAct, home, homes, typedEmail, clock }: PersonPageProps) {
  const { account, membership, emailChange } = person;
  const isOut = account?.isDisabled === true || membership?.status === "disabled";
  return (
    <>
      {isOut && <p className="desk-badge">{m.deskpeople_is_disabled()}</p>}
      <DeskFacts
        facts={[
          [m.deskpeople_birthday(), person.birthday && deskDay(person.birthday, clock.locale)],
          [m.deskpeople_email(), person.email],
          [m.deskpeople_phone(), person.phone],
          [m.deskpeople_customer(), account && account.customerId],
        ]}
      />
      <AccountPart person={person} clock={clock} />
      {emailChange !== null && <EmailChangePart change={emailChange} mayAct={mayAct} clock={clock} />}
      <EnrollmentPart enrollment={person.enrollment} clock={clock} />
      <MembershipPart person={person} home={home} clock={clock} />
      <GiftsPart gifts={person.gifts} clock={clock} />
      <MoneyPart person={person} locale={clock.locale} />
      {mayAct && <Acts person={person} isOut={isOut} homes={homes} typedEmail={typedEmail} />}
    </>
  );
}

function AccountPart({ person: { account }, clock }: { person: PersonAtDesk; clock: Clock }) {
  return (
    <DeskSection title={m.deskpeople_account()}>
      {account === null ? (
        <p className="desk-help">{m.deskpeople_account_none()}</p>
      ) : (
        <DeskFacts
          facts={[
            [m.deskpeople_state(), deskState("account_state", account.isDisabled ? "disabled" : account.status)],
            [m.deskpeople_since(), deskInstant(account.createdAt, clock)],
            [m.deskpeople_seen(), deskInstant(account.lastSeenAt, clock)],
            [
              m.deskpeople_identity(),
              account.isIdentityVerified ? m.deskpeople_identity_yes() : m.deskpeople_identity_no(),
            ],
            [
              m.deskpeople_bounced(),
              account.bouncedAt && m.deskpeople_bounced_since({ time: deskInstant(account.bouncedAt, clock) }),
            ],
            [m.deskpeople_leaving(), account.erasedAt && leavingWords(account.erasedAt, account.isDisabled, clock)],
          ]}
        />
      )}
    </DeskSection>
  );
}

function leavingWords(erasedAt: Date, isDisabled: boolean, clock: Clock): string {
  return isDisabled ? m.deskpeople_leaving_rests() : m.deskpeople_leaving_on({ time: deskInstant(erasedAt, clock) });
}

function EnrollmentPart({ enrollment, clock }: { enrollment: PersonAtDesk["enrollment"]; clock: Clock }) {
  return (
    <DeskSection title={m.deskpeople_enrollment()}>
      {enrollment === null ? (
        <p className="desk-help">{m.deskpeople_enrollment_none()}</p>
      ) : (
        <>
          <p>
            <b>{deskState("enrollment", enrollment.status)}</b>
            {enrollment.error !== null && ` ${deskState("error", enrollment.error)}`}
          </p>
          <DeskFacts
            facts={[
              [m.deskpeople_checks(), m.deskpeople_checks_done({ done: String(enrollment.checksDone) })],
              [m.deskpeople_since(), deskInstant(enrollment.changedAt, clock)],
              [m.deskpeople_until(), enrollment.expiresAt && deskInstant(enrollment.expiresAt, clock)],
            ]}
          />
        </>
      )}
    </DeskSection>
  );
}

function MembershipPart({ person, home, clock }: { person: PersonAtDesk; home: string | null; clock: Clock }) {
  const { membership } = person;
  return (
    <DeskSection title={m.deskpeople_membership()}>
      {membership === null ? (
        <p className="desk-help">{m.deskpeople_membership_none()}</p>
      ) : (
        <>
          {membership.isResting && <p>{m.deskpeople_resting()}</p>}
          <DeskFacts
            facts={[
              [m.deskpeople_number(), membership.number],
              [m.deskpeople_state(), deskState("membership_state", membership.status)],
              [m.deskpeople_home(), home],
              [m.deskpeople_since(), deskInstant(membership.joinedAt, clock)],
              [m.deskpeople_inserted(), membership.isInserted ? m.deskpeople_inserted_yes() : null],
            ]}
          />
          <DeskList label={m.deskpeople_cards()}>
            {membership.cards.toReversed().map((card) => (
              <DeskRow
                key={card.number}
                title={<span className="figures">{grouped(card.number)}</span>}
                facts={`${deskState("card_type", card.type)}, ${deskInstant(card.issuedAt, clock)}`}
                badge={deskState("card_state", membership.status === "disabled" ? "blocked" : card.status)}
              />
            ))}
          </DeskList>
        </>
      )}
    </DeskSection>
  );
}

function GiftsPart({ gifts, clock }: { gifts: PersonAtDesk["gifts"]; clock: Clock }) {
  return (
    <DeskSection title={m.deskpeople_gifts()}>
      {gifts.length === 0 ? (
        <p className="desk-help">{m.deskpeople_gifts_none()}</p>
      ) : (
        <DeskList label={m.deskpeople_gifts()}>
          {gifts.map((gift) => (
            <DeskRow
              key={gift.ending + gift.label.fr}
              title={labelLines(gift.label[clock.locale]).join(" ")}
              facts={
                <>
                  {m.deskpeople_gift_code({ ending: gift.ending })}
                  {gift.expiresAt !== null &&
                    `, ${m.deskpeople_gift_until({ time: deskLastMinute(gift.expiresAt, clock) })}`}
                </>
              }
              badge={deskState("gift_state", gift.status)}
            />
          ))}
        </DeskList>
      )}
    </DeskSection>
  );
}

function MoneyPart({ person: { money }, locale }: { person: PersonAtDesk; locale: Locale }) {
  if (money === null) return null;
  const { wallet, pin } = money;
  return (
    <DeskSection title={m.deskpeople_wallet()}>
      {wallet === null && pin === null ? (
        <DeskEmpty>{m.deskpeople_wallet_none()}</DeskEmpty>
      ) : (
        <DeskFacts
          facts={[
            [m.deskpeople_state(), wallet && deskState("wallet_state", wallet.status)],
            [m.deskpeople_balance(), wallet && deskMoney(wallet.balanceMinor, locale)],
            [m.deskpeople_limit(), wallet && deskMoney(wallet.limitMinor, locale)],
            [m.deskpeople_pin(), pin && deskState("pin", String(pin.attemptsLeft))],
          ]}
        />
      )}
    </DeskSection>
  );
}

type ActsProps = Pick<PersonPageProps, "person" | "homes" | "typedEmail"> & { isOut: boolean };

function Acts({ person, isOut, homes, typedEmail }: ActsProps) {
  const { account, membership, money } = person;
  return (
    <DeskSection title={m.deskpeople_acts()} lead={m.deskpeople_acts_lead()}>
      <DeskButtons>
        {account?.status === "pending" && !isOut && <DeskAct value="resend">{m.deskpeople_act_resend()}</DeskAct>}
        {money?.pin != null && <DeskAct value="pin">{m.deskpeople_act_pin()}</DeskAct>}
        {membership?.cardNumber != null && !isOut && <DeskAct value="card">{m.deskpeople_act_card()}</DeskAct>}
        {isOut && <DeskAct value="enable">{m.deskpeople_act_enable()}</DeskAct>}
      </DeskButtons>
      {account?.status === "confirmed" && !isOut && account.erasedAt === null && <EmailChangeForm typed={typedEmail} />}
      {membership !== null && !isOut && (
        <DeskForm>
          <DeskSelect
            name="home"
            label={m.deskpeople_home_change()}
            help={m.deskpeople_home_help()}
            options={[
              { value: "", label: m.deskpeople_home_choose() },
              ...homes
                .filter(({ siteId }) => siteId !== membership.homeSiteId)
                .map(({ siteId, name }) => ({ value: String(siteId), label: name })),
            ]}
          />
          <DeskButtons>
            <button className="button button-line" name="act" value="home">
              {m.deskpeople_act_home()}
            </button>
          </DeskButtons>
        </DeskForm>
      )}
      {!isOut && (
        <DeskForm>
          <DeskSelect
            name="reason"
            label={m.deskpeople_reason()}
            help={m.deskpeople_reason_help()}
            options={[
              { value: "", label: m.deskpeople_reason_choose() },
              ...REASONS.map((reason) => ({ value: reason, label: deskState("reason", reason) })),
            ]}
          />
          <DeskButtons>
            <button className="button button-line" name="act" value="disable">
              {m.deskpeople_act_disable()}
            </button>
          </DeskButtons>
        </DeskForm>
      )}
    </DeskSection>
  );
}
