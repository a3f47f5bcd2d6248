import * as paths from "../../venues/paths.ts";
import { useContext } from "react";
import { CONSENT_VERSION } from "./consent-versions.ts";
import { m } from "../../messages/messages.js";
import { outsideClickExempt } from "../../ui/sheets/outside-click-exempt.ts";
import { PageAssetsContext } from "../../ui/document/page-assets.tsx";
import { ServerOnly } from "../../ui/document/server-only.tsx";

/**
 * The consent banner. Cached pages carry it hidden; `live-consent.ts` shows it to visitors who have not chosen yet. It comes
 * after the header, so that it is in the first frame and keyboards reach it early, but not before the page's first link. The law wants refusing to
 * be as easy as accepting: both are equal buttons of a plain form, and no optional purpose is ticked beforehand (CNIL).
 */
export function ConsentBanner() {
  const { live, nonce } = useContext(PageAssetsContext);
  return (
    <>
      <section
        ref={outsideClickExempt}
        className="consent"
        id="consent"
        aria-labelledby="consent-title"
        hidden
        suppressHydrationWarning
      >
        <form method="post" action={paths.consent}>
          <h2 className="title-3" id="consent-title">
            {m.consent_title()}
          </h2>
          <p className="small quiet">{m.consent_text()}</p>
          <input type="hidden" name="version" value={CONSENT_VERSION} />
          <details className="consent-choice" suppressHydrationWarning>
            <summary className="link">
              <small>{m.consent_purposes()} </small>
              {m.consent_choose()}
            </summary>
            <p className="small quiet">
              {`${m.consent_text()} ${m.consent_term()} `}
              <a className="text-link" href={paths.privacy}>
                {m.nav_privacy()}
              </a>
            </p>
            <fieldset>
              <legend className="heard">{m.consent_choose()}</legend>
              <Category label={m.consent_necessary()} text={m.consent_necessary_text()} />
              <Category name="measure" label={m.consent_measure()} text={m.consent_measure_text()} />
              <Category name="ads" label={m.consent_ads()} text={m.consent_ads_text()} />
            </fieldset>
            <button className="button button-line button-small" type="submit" data-choice="ticked">
              {m.consent_save()}
            </button>
          </details>
          <div className="consent-answers">
            <button className="button button-line button-small" type="submit" data-choice="none">
              {m.consent_refuse()}
            </button>
            <button className="button button-line button-small" type="submit" data-choice="all">
              {m.consent_accept()}
            </button>
          </div>
        </form>
      </section>
      <ServerOnly>
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: live }} />
      </ServerOnly>
    </>
  );
}

type CategoryProps = { name?: "measure" | "ads"; label: string; text: string };

/** A purpose with its checkbox. Without a name it is the necessary one, which cannot be refused. */
function Category({ name, label, text }: CategoryProps) {
  const box = name === undefined ? { checked: true, disabled: true } : { name, value: "1" };
  return (
    <label className="check">
      <input type="checkbox" readOnly={name === undefined} {...box} />
      <span>
        <b>{label}</b>
        {text}
      </span>
    </label>
  );
}
