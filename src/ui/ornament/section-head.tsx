import type { ReactNode } from "react";
import { NoBreakWords } from "../document/no-break-words.tsx";

type SectionHeadProps = { id: string; title: string; children?: ReactNode };

/**
 * The title of a section, with controls at its right. `id` is the title's, to name the section for assistive technology. It stands
 * still while what is below it rises: half risen, it would lie on the pictures.
 */
export function SectionHead({ id, title, children }: SectionHeadProps) {
  return (
    <div className="section-head">
      <h2 className="title-1" id={id}>
        <NoBreakWords of={title} />
      </h2>
      {children}
    </div>
  );
}
