import type { ReactNode } from "react";
import { Ornament } from "../../ui/ornament/ornament.tsx";

type ReadingPageProps = {
  title: string;
  /** Under the title: whose text it is, how old it is. */
  under?: string[];
  lead?: string;
  /** Ways into the text, beside it where there is room. */
  contents: ReactNode;
  /** What stands before both: whoever needs it must not have to look for it. */
  first?: ReactNode;
  children: ReactNode;
};

/** A quiet page of words: the title over a horizon, the text on its axis, its contents beside it. */
export function ReadingPage({ title, under = [], lead, contents, first, children }: ReadingPageProps) {
  return (
    <article className="reading" aria-labelledby="reading-title">
      <header className="reading-head">
        <Ornament shape="mark" />
        <h1 className="title-1" id="reading-title">
          {title}
        </h1>
        {lead ? <p className="lead">{lead}</p> : null}
        {under.length === 0 ? null : (
          <p className="small quiet reading-under">
            {under.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
        )}
        <div className="reading-line" />
      </header>
      <div className={contents === null ? "reading-body" : "reading-body has-contents"}>
        {first}
        {contents}
        <div className="reading-text">{children}</div>
      </div>
    </article>
  );
}
