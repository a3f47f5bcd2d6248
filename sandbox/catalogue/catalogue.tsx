import { StrictMode, useEffect } from "react";
import type { RouteObject } from "react-router";
import { FeedbackProvider } from "../../src/ui/feedback/feedback.tsx";
import type { Qr } from "../../src/ui/qr.server.ts";
import { DESK } from "./desk.tsx";
import { FIGURES, ShownQr } from "./figures.tsx";
import { FIELDS } from "./forms.tsx";
import { ICONS, ORNAMENTS } from "./icons-and-ornaments.tsx";
import { EMPTY_STATES, OVER_THE_PAGE } from "./over-the-page.tsx";
import { PICTURE_PARTS } from "./pictures.tsx";
import type { Specimen, SpecimenGroup, Surface } from "./specimen.tsx";
import { BUTTONS, WORDS } from "./words-and-buttons.tsx";

export const GROUPS: readonly SpecimenGroup[] = [
  WORDS,
  BUTTONS,
  ICONS,
  ORNAMENTS,
  FIELDS,
  FIGURES,
  PICTURE_PARTS,
  OVER_THE_PAGE,
  EMPTY_STATES,
  DESK,
];

/** Forms of the catalogue are sent to itself, where nothing comes of them. */
export function catalogueRoutes(qr: Qr): RouteObject[] {
  return [{ path: "/components", element: <Catalogue qr={qr} />, action: () => null }];
}

/** Every component of the design system in its states, on the surfaces that it is made for. */
function Catalogue({ qr }: { qr: Qr }) {
  useEffect(() => document.documentElement.setAttribute("data-hydrated", ""), []);
  return (
    <StrictMode>
      <ShownQr value={qr}>
        <FeedbackProvider>
          <Contents />
          <main className="catalogue">
            {GROUPS.map((group) => (
              <Group key={group.id} {...group} />
            ))}
          </main>
        </FeedbackProvider>
      </ShownQr>
    </StrictMode>
  );
}

function Contents() {
  return (
    <header className="catalogue catalogue-head">
      <p>
        <a className="text-link" href="/">
          The sandbox
        </a>
      </p>
      <h1 className="title-1">Components</h1>
      <p className="lead">
        What the sites and the desk are made of, in the product’s own styles: on night as visitors see it, on paper as
        in sheets, forms and the desk.
      </p>
      <nav aria-label="Components">
        <ul>
          {GROUPS.map(({ id, title }) => (
            <li key={id}>
              <a className="text-link" href={`#${id}`}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}

function Group({ id, title, caption, specimens }: SpecimenGroup) {
  return (
    <section className="catalogue-group" id={id} aria-labelledby={`${id}-title`}>
      <h2 className="title-2" id={`${id}-title`}>
        {title}
      </h2>
      <p className="quiet">{caption}</p>
      {specimens.map((specimen) => (
        <Shown key={specimen.name} {...specimen} />
      ))}
    </section>
  );
}

function Shown({ name, file, caption, on, Show }: Specimen) {
  return (
    <article className="catalogue-specimen">
      <h3 className="title-3">{name}</h3>
      <p className="small quiet">
        {caption} <code>src/ui/{file}</code>
      </p>
      <div className="catalogue-surfaces">
        {on.map((surface) => (
          <div key={surface} className={`catalogue-surface on-${surface}`} data-surface={SURFACE_NAMES[surface]}>
            <Show on={surface} />
          </div>
        ))}
      </div>
    </article>
  );
}

const SURFACE_NAMES: Record<Surface, string> = { night: "On night", paper: "On paper" };
