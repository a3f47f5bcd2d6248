import type { ReactNode } from "react";
import { m } from "../../messages/messages.js";
import type { Publisher } from "../../pictures/publisher.server.ts";
import type { SiteView } from "../../venues/views.ts";
import { ReadingPage } from "./reading-page.tsx";

type LegalNoticesProps = { title: string; site: SiteView; publisher: Publisher };

/** Who publishes the site, how to reach them, and the statements that the law requires. */
export function LegalNotices({ title, site, publisher }: LegalNoticesProps) {
  const { street, postalCode, locality } = site.address;
  return (
    <ReadingPage title={title} under={[publisher.title]} contents={null}>
      <section className="imprint" aria-labelledby="publisher-title">
        <h2 className="title-3" id="publisher-title">
          {m.legal_publisher()}
        </h2>
        <dl>
          <Property term={m.legal_company()}>{publisher.company}</Property>
          <Property term={m.legal_address()}>
            {street}
            <br />
            {postalCode} {locality}
          </Property>
          <Property term={m.legal_phone()}>
            <a className="text-link figures" href={site.phone.href}>
              {site.phone.label}
            </a>
          </Property>
          {site.email !== null && (
            <Property term={m.legal_email()}>
              <a className="text-link" href={`mailto:${site.email}`}>
                {site.email}
              </a>
            </Property>
          )}
        </dl>
      </section>
      <section className="prose" aria-labelledby="notice-title">
        <h2 id="notice-title">{m.legal_notice_heading()}</h2>
        {notice(publisher).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    </ReadingPage>
  );
}

function Property({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A venue without paragraphs of its own shows ones that are true of every casino. */
function notice({ notice: own, title, company, minimumAge }: Publisher): string[] {
  if (own.length > 0) return own;
  return [m.legal_notice_neutral_publisher({ title, company }), m.legal_notice_neutral_entry({ age: minimumAge })];
}
