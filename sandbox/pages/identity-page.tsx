import type { ReactNode } from "react";
import { m } from "../../src/messages/messages.js";
import type { Outcome, Verification } from "../ubble.ts";
import { venueOfUrl } from "../venues.ts";
import { IDENTITY_STATUS } from "./names.ts";
import { Field, ForPrograms, SandboxIcon, VenueName, When, type SandboxIconName } from "./parts.tsx";
import { RegisterPage } from "./register-page.tsx";

type FrameProps = { verifications: Verification[]; current?: Verification; children: ReactNode };

function IdentityFrame({ verifications, current, children }: FrameProps) {
  return (
    <RegisterPage
      at="/identity"
      title={m.sandbox_place_identity()}
      lead={m.sandbox_identity_lead()}
      isOpen={current !== undefined}
      nothing={{ title: m.sandbox_identity_nothing(), hint: m.sandbox_identity_nothing_hint() }}
      rows={verifications.map((one) => (
        <Row key={one.id} verification={one} isCurrent={one.id === current?.id} />
      ))}
    >
      {children}
    </RegisterPage>
  );
}

function Row({ verification: one, isCurrent }: { verification: Verification; isCurrent: boolean }) {
  return (
    <li>
      <a href={one.url} aria-current={isCurrent ? "true" : undefined}>
        <b>{one.isPurged ? m.sandbox_identity_purged() : `${one.document.firstname} ${one.document.lastname}`}</b>
        <When at={one.createdAt.toISOString()} />
        <Status status={one.status} />
        <VenueName slug={venueOfUrl(one.redirectUrl)?.slug} />
      </a>
    </li>
  );
}

function Status({ status }: { status: string }) {
  const named = IDENTITY_STATUS[status];
  return (
    <span className="state" data-tone={named?.tone}>
      <SandboxIcon name={named?.icon ?? "clock"} small />
      {named?.name() ?? status}
    </span>
  );
}

/** All verifications that the site has started, the newest first. */
export function IdentityListPage({ verifications }: { verifications: Verification[] }) {
  return (
    <IdentityFrame verifications={verifications}>
      <div className="stage stage-text">
        <p className="quiet">{m.sandbox_identity_choose()}</p>
        <ForPrograms>{`curl -d '{"outcome":"approved","document":{"birthday":"1990-05-17"}}' -H 'content-type: application/json' /api/identity/{id}`}</ForPrograms>
      </div>
    </IdentityFrame>
  );
}

type JourneyProps = {
  verifications: Verification[];
  verification: Verification;
  isAlive: boolean;
  isRefused?: boolean;
};

/** The provider's own page. The person types what a camera would see, and the bar below decides the outcome. */
export function JourneyPage({ verifications, verification: one, isAlive, isRefused = false }: JourneyProps) {
  const { document: held } = one;
  return (
    <IdentityFrame verifications={verifications} current={one}>
      <form className="stage" method="post" action={`/identity/${one.id}`}>
        <div className="journey">
          <div className="journey-head">
            <a className="round back" href="/identity" aria-label={m.sandbox_identity_list()}>
              <SandboxIcon name="arrow-left" />
            </a>
            <h2 className="title-3">{m.sandbox_identity_show()}</h2>
            <Status status={one.status} />
          </div>
          <p className="quiet">{m.sandbox_identity_show_lead()}</p>
          {isRefused ? <p role="alert">{m.sandbox_identity_field_wrong()}</p> : null}
          {isAlive || one.status === "checks_in_progress" ? null : (
            <p className="state" data-tone="wait" role="status">
              <SandboxIcon name="clock" small />
              {m.sandbox_identity_over()}
            </p>
          )}
          <div className="identity-card">
            <span className="ornament ornament-sun" aria-hidden="true" />
            <span className="identity-face" aria-hidden="true">
              <SandboxIcon name="user" />
            </span>
            <div className="fields">
              <Field label={m.sandbox_field_firstname()} name="firstname" value={held.firstname} />
              <Field label={m.sandbox_field_lastname()} name="lastname" value={held.lastname} />
              <Field label={m.sandbox_field_birthname()} name="birthname" value={held.birthname ?? ""} />
              <Field label={m.sandbox_field_birthday()} name="birthday" value={held.birthday} type="date" />
              <Field label={m.sandbox_field_number()} name="number" value={held.number} />
            </div>
          </div>
          <a className="text-link" href={one.redirectUrl}>
            {m.sandbox_identity_back()}
          </a>
        </div>
        <div className="play" role="group" aria-label={m.sandbox_play()}>
          <p>{m.sandbox_play()}</p>
          <div className="play-outcomes">
            {OUTCOMES.map(([value, label, icon, tone]) => (
              <button className="outcome" name="outcome" value={value} data-tone={tone} key={value}>
                <SandboxIcon name={icon} small />
                {label()}
              </button>
            ))}
          </div>
        </div>
      </form>
    </IdentityFrame>
  );
}

const OUTCOMES: [Outcome, () => string, SandboxIconName, string][] = [
  ["approved", m.sandbox_identity_play_approved, "check-circle", "ok"],
  ["processing", m.sandbox_identity_play_processing, "hourglass-medium", "wait"],
  ["retry", m.sandbox_identity_play_retry, "warning-circle", "wait"],
  ["declined", m.sandbox_identity_play_declined, "prohibit", "bad"],
  ["inconclusive", m.sandbox_identity_play_inconclusive, "warning-circle", "bad"],
  ["refused", m.sandbox_identity_play_refused, "x", "bad"],
  ["expired", m.sandbox_identity_play_expired, "clock", "bad"],
];
