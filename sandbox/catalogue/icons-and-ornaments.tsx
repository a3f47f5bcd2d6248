import type { ReactNode } from "react";
import { LoadingRays } from "../../src/ui/document/loading-rays.tsx";
import { AccountIcon } from "../../src/ui/icons/account-icon.tsx";
import { ACCOUNT_ICON_PATHS } from "../../src/ui/icons/account-icon-paths.ts";
import { DeskIcon } from "../../src/ui/icons/desk-icon.tsx";
import { DESK_ICON_PATHS } from "../../src/ui/icons/desk-icon-paths.ts";
import { Icon, Outline } from "../../src/ui/icons/icon.tsx";
import { ICON_PATHS } from "../../src/ui/icons/icon-paths.ts";
import { Reveal } from "../../src/ui/motion/reveal.tsx";
import { Ornament } from "../../src/ui/ornament/ornament.tsx";
import { SectionHead } from "../../src/ui/ornament/section-head.tsx";
import { BOTH, NIGHT, PAPER, Row, type SpecimenGroup } from "./specimen.tsx";

export const ICONS: SpecimenGroup = {
  id: "icons",
  title: "Icons",
  caption: "Phosphor outlines, drawn in the colour of the text beside them. They never carry a meaning alone.",
  specimens: [
    {
      name: "Icon",
      file: "icons/icon.tsx",
      caption: "Those that any page may draw.",
      on: BOTH,
      Show: () => (
        <ul className="catalogue-icons">
          {namesOf(ICON_PATHS).map((name) => (
            <NamedIcon key={name} name={name}>
              <Icon name={name} />
            </NamedIcon>
          ))}
        </ul>
      ),
    },
    {
      name: "Outline, in both sizes",
      file: "icons/icon.tsx",
      caption: "What every icon is drawn by: 24 pixels, or 18 beside small text.",
      on: BOTH,
      Show: () => (
        <Row>
          <Outline path={ICON_PATHS.ticket} />
          <Outline path={ICON_PATHS.ticket} small />
        </Row>
      ),
    },
    {
      name: "AccountIcon",
      file: "icons/account-icon.tsx",
      caption: "Those of members’ forms, cards and wallets, which travel with these pages only.",
      on: PAPER,
      Show: () => (
        <ul className="catalogue-icons">
          {namesOf(ACCOUNT_ICON_PATHS).map((name) => (
            <NamedIcon key={name} name={name}>
              <AccountIcon name={name} />
            </NamedIcon>
          ))}
        </ul>
      ),
    },
    {
      name: "DeskIcon",
      file: "icons/desk-icon.tsx",
      caption: "Those of the desk.",
      on: PAPER,
      Show: () => (
        <ul className="catalogue-icons">
          {namesOf(DESK_ICON_PATHS).map((name) => (
            <NamedIcon key={name} name={name}>
              <DeskIcon name={name} />
            </NamedIcon>
          ))}
        </ul>
      ),
    },
  ],
};

export const ORNAMENTS: SpecimenGroup = {
  id: "ornaments",
  title: "Ornaments",
  caption: "Gold lines in the manner of the twenties, one to a screen.",
  specimens: [
    {
      name: "Ornament",
      file: "ornament/ornament.tsx",
      caption: "The mark, the fan and the sun. Their gold follows the surface.",
      on: BOTH,
      Show: () => (
        <Row>
          <Ornament shape="mark" />
          <Ornament shape="fan" />
          <span className="catalogue-sun">
            <Ornament shape="sun" />
          </span>
        </Row>
      ),
    },
    {
      name: "Horizon",
      file: "ornament/ornament.css",
      caption: "A line with light in its middle, and half a sun on it.",
      on: NIGHT,
      Show: () => (
        <div className="catalogue-horizon">
          <div className="horizon">
            <Ornament shape="sun" />
          </div>
        </div>
      ),
    },
    {
      name: "Plaque",
      file: "ornament/plaque.css",
      caption: "A gaming plaque: scooped corners and a fine double line, around what is precious.",
      on: BOTH,
      Show: () => (
        <div className="plaque on-paper catalogue-plaque">
          <p className="title-3">Two coupes of champagne</p>
          <p className="small quiet">Until 31 December, at the bar</p>
        </div>
      ),
    },
    {
      name: "SectionHead",
      file: "ornament/section-head.tsx",
      caption: "The title of a part of a page, with what may be done there at its right.",
      on: NIGHT,
      Show: ({ on }) => (
        <SectionHead id={`${on}-section-title`} title="On the programme">
          <div className="section-tools">
            <a className="link" href="#ornaments">
              See all
            </a>
          </div>
        </SectionHead>
      ),
    },
    {
      name: "Reveal",
      file: "motion/reveal.tsx",
      caption: "Rises once as it comes into view, and stands still where motion is unwelcome.",
      on: NIGHT,
      Show: () => (
        <Reveal>
          <p className="lead">This sentence has risen as you came to it.</p>
        </Reveal>
      ),
    },
    {
      name: "LoadingRays",
      file: "document/loading-rays.tsx",
      caption: "The loader: nine rays that light in turn.",
      on: PAPER,
      Show: () => <LoadingRays />,
    },
  ],
};

function NamedIcon({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li>
      {children}
      <small>{name}</small>
    </li>
  );
}

function namesOf<Paths extends Record<string, string>>(paths: Paths): (keyof Paths & string)[] {
  return Object.keys(paths);
}
