import type { ReactNode } from "react";
import { Reveal } from "../motion/reveal.tsx";

type SectionHeadProps = { id: string; title: string; children?: ReactNode };

/** The title of a section, and what may be done with it on the right. `id` names the section for assistive technology. */
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
