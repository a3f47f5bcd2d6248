import type { PictureView } from "../../ui/pictures/picture-view.ts";
import type { HelpLine } from "../help-lines.server.ts";
import type { PreventionPart } from "../prevention.server.ts";
import { m } from "../../messages/messages.js";
import { Icon } from "../../ui/icons/icon.tsx";
import { Blocks } from "./blocks.tsx";
import { Editable } from "../editing/editing.tsx";
import { ReadingPage } from "./reading-page.tsx";
import styles from "./prevention.css?url";

type PreventionProps = {
  parts: PreventionPart[];
  locale: string;
  /** The casino's own number. */
  phone: { href: string; label: string };
  pictures: Record<string, PictureView>;
};

/** The social concept: phone numbers for help first, then five short parts and links between them. */
export function Prevention({ parts, locale, phone, pictures }: PreventionProps) {
  return (
    <ReadingPage
      title={m.nav_prevention()}
      lead={m.legal_prevention_lead()}
      first={<Lines lines={parts.flatMap(({ lines }) => lines)} phone={phone} />}
      contents={<Ways parts={parts} locale={locale} />}
    >
      <link rel="stylesheet" href={styles} precedence="default" />
      {parts.map((part) => (
        <section
          className="prevention-part"
          key={part.id}
          id={part.id}
          aria-labelledby={`${part.id}-titre`}
          lang={languageOf(part, locale)}
        >
          <h2 className="title-2" id={`${part.id}-titre`}>
            {titleOf(part)}
          </h2>
          <Editable contentKey={part.key} document={part.whole} language={part.language}>
            <Blocks document={part.document} pictures={pictures} />
          </Editable>
        </section>
      ))}
    </ReadingPage>
  );
}

function Ways({ parts, locale }: Pick<PreventionProps, "parts" | "locale">) {
  return (
    <nav className="prevention-ways" aria-label={m.legal_contents()}>
      <ol>
        {parts.map((part) => (
          <li key={part.id}>
            <a href={`#${part.id}`} lang={languageOf(part, locale)}>
              {titleOf(part)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Lines({ lines, phone }: { lines: HelpLine[]; phone: PreventionProps["phone"] }) {
  return (
    <aside className="prevention-lines" aria-labelledby="lines-title">
      <h2 className="title-3" id="lines-title">
        {m.legal_prevention_now()}
      </h2>
      <ul>
        {[...lines, { ...phone, name: m.legal_prevention_casino() }].map(({ href, label, name }) => (
          <li key={href}>
            <a href={href}>
              <Icon name="phone" />
              <span>
                <span className="small quiet">{name}</span>
                <b className="figures">{label}</b>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** The part's own heading, or a name where an editor left the heading out. */
function titleOf({ id, title }: PreventionPart): string {
  return title ?? TITLES[id]();
}

const TITLES: Record<PreventionPart["id"], () => string> = {
  risques: () => m.legal_prevention_risks(),
  autotest: () => m.legal_prevention_self_test(),
  limites: () => m.legal_prevention_limits(),
  exclusion: () => m.legal_prevention_exclusion(),
  aide: () => m.legal_prevention_help(),
};

function languageOf({ language }: PreventionPart, locale: string): string | undefined {
  return language === locale ? undefined : language;
}
