import type { ReactNode } from "react";
import { Reveal } from "../motion/reveal.tsx";

type SectionHeadProps = { id: string; title: string; children?: ReactNode };

/** The title of a section, with controls at its right. `id` is the title's, to name the section for assistive technology. */
export function SectionHead({ id, title, children }: SectionHeadProps) {
  return (
    <Reveal className="section-head">
      <h2 className="title-1" id={id}>
        {title}
      </h2>
      {children}
    </Reveal>
  );
}
