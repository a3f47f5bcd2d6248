import * as paths from "../../../venues/paths.ts";
import type { ReactNode } from "react";
import { Form } from "react-router";
import type { FormState } from "../../../accounts/forms/form-state.ts";
import { typedBirthday } from "../../../accounts/profile/birthdays.ts";
import { popupHref } from "../../../accounts/paths.ts";
import { m } from "../../../messages/messages.js";
import { Icon } from "../../../ui/icons/icon.tsx";
import { CopyCode } from "../../../ui/forms/copy-code.tsx";
import { Ornament } from "../../../ui/ornament/ornament.tsx";
import { QrCode } from "../../../ui/qr-code.tsx";
import { PageLink } from "../../../venues/pages/page-link.tsx";
import type { Qr } from "../../../ui/qr.server.ts";
import { ERRORS } from "../statuses.ts";
import type { EnrollmentPage } from "../page.server.ts";
import { LoadingRays } from "../../../ui/document/loading-rays.tsx";
import { EnrollmentUpdates } from "./enrollment-updates.tsx";
import { NewView } from "./new-view.tsx";
import type { Route } from "./+types/create.route.ts";
import { AddPassForm } from "../../pages/add-pass-form.tsx";

export type ViewOptions = NonNullable<Route.ComponentProps["loaderData"]["view"]> & {
  program: string;
  state: FormState;
};

/** The parts of the page for a status. */
export type Screen = { heading: string; lead?: ReactNode; above?: ReactNode; content: ReactNode };

/** The view of an enrollment, with the component that keeps it up to date. */
export function viewOf(options: ViewOptions): Screen {
  const screen = screenOf(options);
  return {
    ...screen,
    content: (
      <>
        {screen.content}
        <EnrollmentUpdates enrollment={options.enrollment} heading={screen.heading} />
      </>
    ),
  };
}

function screenOf(options: ViewOptions): Screen {
  const { enrollment, program, isMember, hasPerks } = options;
  if (enrollment.status === "LINKED" || isMember) return linked(enrollment, program);
  switch (enrollment.status) {
    case "NEW":
      return {
        heading: m.enrollment_choice_join({ program }),
        lead: hasPerks ? m.enrollment_new_welcome() : m.enrollment_new_plain(),
        above: <Sun />,
        content: <NewView {...options} />,
      };
    case "OPENED":
      return waiting(m.enrollment_checking(), m.enrollment_received(), <Resume />);
    case "STARTED":
      return started(enrollment);
    case "OK":
      return waiting(m.enrollment_ok(), m.enrollment_ok_text());
    case "READY":
    case "VALIDATED":
      return ready(options);
    case "CANCELED":
      return again(m.enrollment_canceled(), m.enrollment_canceled_text());
    case "ERROR":
      return enrollment.error === ERRORS.barred || enrollment.error === ERRORS.age
        ? { heading: m.enrollment_barred(), lead: m.enrollment_barred_text(), above: <Fan />, content: null }
        : again(m.enrollment_uncertain(), m.enrollment_uncertain_text());
    case "DISABLED":
      return disabled(options);
    case "CREATION_IN_PROGRESS":
    case "CREATION_ERROR":
    case "COMPLETED":
      return waiting(m.enrollment_creating(), m.enrollment_creating_text());
  }
}

function waiting(heading: string, lead: string, more?: ReactNode): Screen {
  return {
    heading,
    lead,
    above: (
      <div className="enroll-rays">
        <LoadingRays />
      </div>
    ),
    content: (
      <>
        {more}
        <p className="enroll-note">
          <Icon name="shield-check" />
          <span>{m.enrollment_privacy()}</span>
        </p>
      </>
    ),
  };
}

function started({ progression_detail: { done, total } }: EnrollmentPage): Screen {
  return waiting(
    m.enrollment_checking(),
    m.enrollment_progress({ done, total }),
    <progress className="enroll-progress" value={done} max={total} aria-label={m.enrollment_checking()} />,
  );
}

function linked(enrollment: EnrollmentPage, program: string): Screen {
  return {
    heading: congratulations(enrollment),
    lead: m.enrollment_found({ program }),
    above: <Sun />,
    content: (
      <PageLink className="button button-venue" href={popupHref("Card")}>
        {m.enrollment_see_card()}
      </PageLink>
    ),
  };
}

function ready({ enrollment, qr }: ViewOptions): Screen {
  const { birthday } = enrollment.user;
  const isValidated = enrollment.status === "VALIDATED";
  return {
    heading: congratulations(enrollment),
    lead: birthday === null ? null : m.enrollment_born({ birthday: typedBirthday(birthday) }),
    above: <Sun />,
    content: (
      <>
        <Code code={enrollment.card_id} qr={qr} label={m.enrollment_qr()} />
        <AddPassForm isTemporary />
        <p className="enroll-note is-strong">
          <Icon name="identification-card" />
          <span>
            <b>{isValidated ? m.enrollment_validated() : m.enrollment_validate()}</b>
            {isValidated ? m.enrollment_validated_text() : m.enrollment_validate_text()}
          </span>
        </p>
      </>
    ),
  };
}

/** Reception finds the case by its number. Somebody who already has a card can link it, with its own proofs. */
function disabled({ enrollment, qr, program }: ViewOptions): Screen {
  const isMember = enrollment.error === ERRORS.alreadyMember;
  return {
    heading: isMember ? m.enrollment_already_title() : m.enrollment_disabled(),
    lead: isMember ? m.enrollment_already({ program }) : m.enrollment_disabled_text(),
    above: <Fan />,
    content: (
      <>
        <Code code={enrollment.card_id} qr={qr} label={m.enrollment_qr_case()} />
        {isMember && (
          <PageLink className="button button-venue" href={paths.linkCard}>
            {m.enrollment_choice_link()}
          </PageLink>
        )}
      </>
    ),
  };
}

function again(heading: string, lead: string): Screen {
  return {
    heading,
    lead,
    above: <Fan />,
    content: (
      <Form method="post" action={paths.enrollment} className="form">
        <button className="button button-venue form-submit" name="do" value="again">
          {m.enrollment_again()}
        </button>
      </Form>
    ),
  };
}

/** Shown after ten seconds by the stylesheet, so that it works without script. */
function Resume() {
  return (
    <Form method="post" action={paths.enrollment} className="enroll-resume">
      <button className="button button-line" name="do" value="resume">
        {m.enrollment_back()}
      </button>
    </Form>
  );
}

function Code({ code, qr, label }: { code: string | null; qr: Qr | null; label: string }) {
  if (code === null || qr === null) return null;
  return (
    <div className="enroll-code plaque">
      <QrCode qr={qr} label={label} />
      <CopyCode code={code} label={m.enrollment_copy()} copied={m.enrollment_copied()} />
    </div>
  );
}

/** 'Félicitations M. Lecorvaisier !': the civility as the language writes it, else the first initial; no line breaks after it. */
function congratulations({ user: { civility, firstname, lastname } }: EnrollmentPage): string {
  const initial = /^\P{M}\p{M}*/u.exec(firstname ?? "")?.[0];
  const titles: Record<string, () => string> = { Mr: m.account_civility_mr, Mme: m.account_civility_mme };
  const first = titles[civility ?? ""]?.() ?? (initial === undefined ? "" : `${initial}.`);
  return m.enrollment_congratulations({ who: `${first}\u00a0${lastname ?? ""}`.trim() });
}

function Sun() {
  return (
    <div className="enroll-sun">
      <Ornament shape="sun" />
    </div>
  );
}

function Fan() {
  return (
    <div className="enroll-fan">
      <Ornament shape="fan" />
    </div>
  );
}
