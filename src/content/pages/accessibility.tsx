import { m } from "../../messages/messages.js";
import { OutboundLink } from "../../ui/outbound-link.tsx";
import { dayText } from "../../venues/language/dates.ts";
import type { SiteView } from "../../venues/views.ts";
import type { AccessibilityResults } from "../accessibility-results.ts";
import { ReadingPage } from "./reading-page.tsx";

type StatementProps = {
  title: string;
  site: SiteView;
  publisher: { title: string; company: string };
  law: string;
  authority: { name: string; href: string };
  results: AccessibilityResults | null;
};

/** How far the site meets WCAG 2.2, how that was found out, and whom to tell about an obstacle. */
export function AccessibilityStatement({ title, site, publisher, law, authority, results }: StatementProps) {
  return (
    <ReadingPage title={title} under={[publisher.title]} contents={null}>
      <div className="prose">
        <p>{m.accessibility_promise({ company: publisher.company })}</p>
        <p>{law}</p>
        {results !== null && <Results results={results} locale={site.locale} />}
        <h2>{m.accessibility_other_sites_heading()}</h2>
        <p>{m.accessibility_other_sites()}</p>
        <h2>{m.accessibility_contact_heading()}</h2>
        <p>
          {m.accessibility_contact()}{" "}
          <a className="text-link figures" href={site.phone.href}>
            {site.phone.label}
          </a>
          {site.email !== null && (
            <>
              {", "}
              <a className="text-link" href={`mailto:${site.email}`}>
                {site.email}
              </a>
            </>
          )}
        </p>
        <p>
          {m.accessibility_appeal()}{" "}
          <OutboundLink className="text-link" href={authority.href}>
            {authority.name}
          </OutboundLink>
        </p>
      </div>
    </ReadingPage>
  );
}

function Results({ results, locale }: { results: AccessibilityResults; locale: SiteView["locale"] }) {
  const { rules, pages, widths, failures } = results;
  const date = dayText(results.date, locale, "date");
  return (
    <>
      <h2>{m.accessibility_results_heading()}</h2>
      <p>
        {m.accessibility_checked({
          date,
          rules,
          pages: pages.length,
          narrow: widths[0] ?? 0,
          wide: widths.at(-1) ?? 0,
        })}
      </p>
      <p>{m.accessibility_limits()}</p>
      <h2>{m.accessibility_failures_heading()}</h2>
      {failures.length === 0 ? (
        <p>{m.accessibility_no_failures()}</p>
      ) : (
        <ul>
          {failures.map(({ rule, help, page }) => (
            <li key={`${rule} ${page}`}>
              {page}: <span lang="en">{help}</span>
            </li>
          ))}
        </ul>
      )}
      <h2>{m.accessibility_pages_heading()}</h2>
      <ul>
        {pages.map((page) => (
          <li key={page}>{page}</li>
        ))}
      </ul>
    </>
  );
}
