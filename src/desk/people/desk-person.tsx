import type { ReactNode } from "react";
import type { DeskAnswer } from "../../venues/desk/answer.ts";
import { DeskAction, DeskPropertyList, DeskSection } from "../../ui/desk/property-list.tsx";
import { DeskForm } from "../../ui/desk/form.tsx";
import { DeskButtons, DeskEmpty, DeskList, DeskRow, DeskSelect, DeskSubmit } from "../../ui/desk/parts.tsx";
import { m } from "../../messages/messages.js";
import { EmailChangeForm, EmailChangePart } from "./desk-person-email.tsx";
import type { PersonView } from "./desk-person.server.ts";

type PersonPageProps = { person: PersonView; answer: DeskAnswer };

/** What this venue knows of a person, part by part, followed by what staff may do. */
export function PersonPage({ person, answer }: PersonPageProps) {
  return (
    <>
      {person.isOut && <p className="desk-badge">{m.deskpeople_is_disabled()}</p>}
      <DeskPropertyList
        properties={[
          [m.deskpeople_birthday(), person.birthday],
          [m.deskpeople_email(), person.email],
          [m.deskpeople_phone(), person.phone],
          [m.deskpeople_customer(), person.customer],
        ]}
      />
      <AccountPart account={person.account} />
      {person.emailChange !== null && <EmailChangePart change={person.emailChange} mayAct={person.actions !== null} />}
      <EnrollmentPart enrollment={person.enrollment} />
      <MembershipPart membership={person.membership} />
      <GiftsPart gifts={person.gifts} />
      {person.money !== null && <MoneyPart money={person.money} />}
      {person.actions !== null && <Actions actions={person.actions} isOut={person.isOut} answer={answer} />}
    </>
  );
}

/** A part of the page, with a sentence in place of what does not exist. */
function Part({ title, none, children }: { title: string; none: string; children: ReactNode }) {
  return <DeskSection title={title}>{children ?? <p className="desk-help">{none}</p>}</DeskSection>;
}

function AccountPart({ account }: Pick<PersonView, "account">) {
  return (
    <Part title={m.deskpeople_account()} none={m.deskpeople_account_none()}>
      {account && (
        <DeskPropertyList
          properties={[
            [m.deskpeople_state(), account.state],
            [m.deskpeople_since(), account.since],
            [m.deskpeople_seen(), account.seen],
            [m.deskpeople_identity(), account.identity],
            [m.deskpeople_bounced(), account.bounced],
            [m.deskpeople_leaving(), account.leaving],
          ]}
        />
      )}
    </Part>
  );
}

function EnrollmentPart({ enrollment }: Pick<PersonView, "enrollment">) {
  return (
    <Part title={m.deskpeople_enrollment()} none={m.deskpeople_enrollment_none()}>
      {enrollment && (
        <>
          <p>
            <b>{enrollment.state}</b>
            {enrollment.error !== null && ` ${enrollment.error}`}
          </p>
          <DeskPropertyList
            properties={[
              [m.deskpeople_checks(), m.deskpeople_checks_done({ done: enrollment.checksDone })],
              [m.deskpeople_since(), enrollment.since],
              [m.deskpeople_until(), enrollment.until],
            ]}
          />
        </>
      )}
    </Part>
  );
}

function MembershipPart({ membership }: Pick<PersonView, "membership">) {
  return (
    <Part title={m.deskpeople_membership()} none={m.deskpeople_membership_none()}>
      {membership && (
        <>
          {membership.isResting && <p>{m.deskpeople_resting()}</p>}
          <DeskPropertyList
            properties={[
              [m.deskpeople_number(), membership.number],
              [m.deskpeople_state(), membership.state],
              [m.deskpeople_home(), membership.home],
              [m.deskpeople_since(), membership.since],
              [m.deskpeople_inserted(), membership.isInserted ? m.deskpeople_inserted_yes() : null],
            ]}
          />
          <DeskList label={m.deskpeople_cards()}>
            {membership.cards.map(({ number, properties, state }) => (
              <DeskRow
                key={number}
                title={<span className="figures">{number}</span>}
                properties={properties}
                badge={state}
              />
            ))}
          </DeskList>
        </>
      )}
    </Part>
  );
}

function GiftsPart({ gifts }: Pick<PersonView, "gifts">) {
  const propertiesOf = ({ ending, until }: (typeof gifts)[number]) =>
    [m.deskpeople_gift_code({ ending }), until].filter(Boolean).join(", ");
  return (
    <Part title={m.deskpeople_gifts()} none={m.deskpeople_gifts_none()}>
      {gifts.length === 0 ? null : (
        <DeskList label={m.deskpeople_gifts()}>
          {gifts.map((gift) => (
            <DeskRow
              key={gift.ending + gift.label}
              title={gift.label}
              properties={propertiesOf(gift)}
              badge={gift.state}
            />
          ))}
        </DeskList>
      )}
    </Part>
  );
}

function MoneyPart({ money }: { money: NonNullable<PersonView["money"]> }) {
  return (
    <DeskSection title={m.deskpeople_wallet()}>
      {money.hasWallet ? (
        <DeskPropertyList
          properties={[
            [m.deskpeople_state(), money.state],
            [m.deskpeople_balance(), money.balance],
            [m.deskpeople_limit(), money.limit],
            [m.deskpeople_pin(), money.pin],
          ]}
        />
      ) : (
        <DeskEmpty>{m.deskpeople_wallet_none()}</DeskEmpty>
      )}
    </DeskSection>
  );
}

type ActionsProps = { actions: NonNullable<PersonView["actions"]>; isOut: boolean; answer: DeskAnswer };

function Actions({ actions, isOut, answer }: ActionsProps) {
  return (
    <DeskSection title={m.deskpeople_acts()} lead={m.deskpeople_acts_lead()}>
      <DeskButtons>
        {actions.mayResend && <DeskAction value="resend">{m.deskpeople_act_resend()}</DeskAction>}
        {actions.mayResetPin && <DeskAction value="pin">{m.deskpeople_act_pin()}</DeskAction>}
        {actions.card !== null && (
          <DeskAction value="card" fields={{ card: actions.card }}>
            {m.deskpeople_act_card()}
          </DeskAction>
        )}
        {isOut && <DeskAction value="enable">{m.deskpeople_act_enable()}</DeskAction>}
      </DeskButtons>
      {actions.mayChangeEmail && <EmailChangeForm answer={answer} />}
      {actions.homes !== null && (
        <DeskForm>
          <DeskSelect
            name="home"
            label={m.deskpeople_home_change()}
            help={m.deskpeople_home_help()}
            problem={answer.problems["home"]}
            isFocused={answer.problems["home"] !== undefined}
            options={[{ value: "", label: m.deskpeople_home_choose() }, ...actions.homes]}
          />
          <DeskSubmit action="home" isOutlined>
            {m.deskpeople_act_home()}
          </DeskSubmit>
        </DeskForm>
      )}
      {actions.reasons !== null && (
        <DeskForm>
          <DeskSelect
            name="reason"
            label={m.deskpeople_reason()}
            help={m.deskpeople_reason_help()}
            problem={answer.problems["reason"]}
            isFocused={answer.problems["reason"] !== undefined}
            options={[{ value: "", label: m.deskpeople_reason_choose() }, ...actions.reasons]}
          />
          <DeskSubmit action="disable" isOutlined>
            {m.deskpeople_act_disable()}
          </DeskSubmit>
        </DeskForm>
      )}
    </DeskSection>
  );
}
