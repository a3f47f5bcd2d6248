import { m } from "../../messages/messages.js";

type ErrorPageProps = { title?: string; homeHref?: string; homeLabel?: string };

/** Stands in place of a page that failed: what happened, and the way home. */
export function ErrorPage({ title = m.error_title(), homeHref = "/", homeLabel = m.error_home() }: ErrorPageProps) {
  return (
    <main className="error-page" id="contenu">
      <h1>{title}</h1>
      <p>{m.error_text()}</p>
      <p>
        <a href={homeHref}>{homeLabel}</a>
      </p>
    </main>
  );
}
