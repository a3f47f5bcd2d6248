import type { ReactNode } from "react";

/** What a component stands on: the site's dark ground, or the paper of sheets, forms and the desk. */
export type Surface = "night" | "paper";

export type Specimen = {
  name: string;
  /** Below `src/ui/`: the component's file, or the style sheet of what is a class only. */
  file: string;
  caption: string;
  /** The surfaces that the product puts it on. */
  on: readonly Surface[];
  /** Drawn once a surface; `on` keeps names and ids apart. */
  Show: (props: { on: Surface }) => ReactNode;
};

export type SpecimenGroup = { id: string; title: string; caption: string; specimens: readonly Specimen[] };

export const BOTH: readonly Surface[] = ["night", "paper"];
export const NIGHT: readonly Surface[] = ["night"];
export const PAPER: readonly Surface[] = ["paper"];

/** Things side by side, on as many lines as they need. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="catalogue-row">{children}</div>;
}

/** Things below each other. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className="catalogue-stack">{children}</div>;
}
