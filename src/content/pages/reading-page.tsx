import type { ReactNode } from "react";
import { Ornament } from "../../ui/ornament/ornament.tsx";
import styles from "./reading.css?url";

type ReadingPageProps = {
  title: string;
  /** Lines under the title: the company, the day of the last change. */
  under?: string[];
  lead?: string;
  /** The table of contents, beside the text on a wide window. */
  contents: ReactNode;
  /** Shown before the table of contents and the text, because readers must find it at once. */
  first?: ReactNode;
  children: ReactNode;
};

/** The layout of a page of running text: title, horizon line, text, table of contents. */
export function ReadingPage({ title, under = [], lead, contents, first, children }: ReadingPageProps) {
  return (
    <article className="reading" aria-labelledby="reading-title">
      <link rel="stylesheet" href={styles} precedence="default" />
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
