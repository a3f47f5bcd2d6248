import type { Heading } from "../headings.server.ts";
import type { legalTextPage } from "./legal-text.server.ts";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { Blocks } from "./blocks.tsx";
import { Editable } from "../editing/editing.tsx";
import { ReadingPage } from "./reading-page.tsx";
import { VenuePage } from "./venue-page.tsx";

/** A page with fewer headings has no table of contents. */
const CONTENTS_MIN = 3;

/** A page of one text of the venue, as `legalTextPage` loads it. */
export function LegalPage({ page, legal }: Awaited<ReturnType<typeof legalTextPage>>) {
  const { contentKey, title, company, text, changed, locale, headings, pictures } = legal;
  const language = text.language === locale ? undefined : text.language;
  return (
    <VenuePage page={page}>
      <ReadingPage
        title={title}
        under={changed === null ? [company] : [company, m.legal_changed({ date: changed })]}
        contents={headings.length < CONTENTS_MIN ? null : <Contents headings={headings} language={language} />}
      >
        <div lang={language}>
          <Editable contentKey={contentKey} document={text.document} language={text.language}>
            <Blocks document={text.document} pictures={pictures} headings={headings} />
          </Editable>
        </div>
      </ReadingPage>
    </VenuePage>
  );
}

/** The contents: beside the text on a wide window, folded above it on a narrow one. Only one of the two is displayed. */
function Contents({ headings, language }: { headings: Heading[]; language: string | undefined }) {
  const rows = (
    <ol lang={language}>
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <nav className="reading-contents" aria-labelledby="contents-title">
        <h2 className="label" id="contents-title">
          {m.legal_contents()}
        </h2>
        {rows}
      </nav>
      <nav className="reading-fold" aria-label={m.legal_contents()}>
        <details>
          <summary>
            {m.legal_contents()}
            <Icon name="caret-down" small />
          </summary>
          {rows}
        </details>
      </nav>
    </>
  );
}
