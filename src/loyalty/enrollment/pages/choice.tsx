import * as paths from "../../../venues/paths.ts";
import { Blocks } from "../../../content/pages/blocks.tsx";
import { Editable } from "../../../content/editing/editing.tsx";
import { popupHref } from "../../../accounts/paths.ts";
import { m } from "../../../messages/messages.js";
import { PageLink } from "../../../venues/pages/page-link.tsx";
import { GamblingWarning } from "../../../venues/pages/gambling-warning.tsx";
import { JoiningFilm } from "./joining-film.tsx";
import type { Route } from "./+types/choice.route.ts";

/** What a visitor can do next; `sponsor` is the referral code in the address. */
export type ChoiceSteps =
  | { kind: "none" }
  | { kind: "profile" }
  | { kind: "join"; isReady: boolean; sponsor: string | null };
type ChoiceProps = Route.ComponentProps["loaderData"]["choice"] & { program: string };

/** The landing page's text. Benefits are named only where the country's policy allows it. */
export function Choice({ program, hasPerks, gamblingWarning, steps, notes, pictures }: ChoiceProps) {
  return (
    <div className="choice">
      {hasPerks ? <p>{m.enrollment_choice_community()}</p> : <p>{m.enrollment_choice_plain({ program })}</p>}
      <Steps steps={steps} program={program} />
      <JoiningFilm />
      {hasPerks && <Benefits />}
      {hasPerks && (
        <div className="choice-notes small">
          {notes.map(({ key, document, language }) => (
            <Editable key={key} contentKey={key} document={document} language={language}>
              <Blocks document={document} pictures={pictures} />
            </Editable>
          ))}
        </div>
      )}
      {gamblingWarning && <GamblingWarning className="choice-notes small" name={gamblingWarning} />}
    </div>
  );
}

function Steps({ steps, program }: { steps: ChoiceSteps; program: string }) {
  if (steps.kind === "none") return null;
  if (steps.kind === "profile")
    return (
      <div className="choice-links">
        <PageLink className="button button-venue" href={popupHref("Menu")}>
          {m.enrollment_choice_profile()}
        </PageLink>
      </div>
    );
  const start =
    steps.sponsor === null
      ? paths.enrollment
      : `${paths.enrollment}?${new URLSearchParams({ sponsor: steps.sponsor })}`;
  return (
    <div className="choice-links">
      <PageLink className="button button-venue" href={start}>
        {steps.isReady ? m.enrollment_choice_activate() : m.enrollment_choice_join({ program })}
      </PageLink>
      <PageLink className="button button-line" href={paths.linkCard}>
        {m.enrollment_choice_link()}
      </PageLink>
    </div>
  );
}

/** Slides with scroll snap, moved by swiping or with the arrow keys. Wide screens show all of them at once. */
function Benefits() {
  const benefits = [
    { figure: m.enrollment_benefit_welcome_figure(), text: m.enrollment_benefit_welcome(), note: 1 },
    { figure: m.enrollment_benefit_referral_figure(), text: m.enrollment_benefit_referral(), note: 2 },
    { figure: m.enrollment_benefit_stay_figure(), text: m.enrollment_benefit_stay(), note: 3 },
    { figure: m.enrollment_benefit_birthday_figure(), text: m.enrollment_benefit_birthday(), note: 4 },
  ];
  return (
    <section aria-labelledby="benefits-title" className="choice-benefits">
      <h2 id="benefits-title">{m.enrollment_benefits()}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller must be reached by keyboard */}
      <ul className="choice-slides" tabIndex={0} aria-labelledby="benefits-title">
        {benefits.map(({ figure, text, note }) => (
          <li className="plaque" key={note}>
            <b>{figure}</b>
            <span>
              {/* Keeps the footnote mark on the line of the text. */}
              {text}&nbsp;<sup>({note})</sup>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
