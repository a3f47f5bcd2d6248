import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { Picture } from "../../../ui/pictures/picture.tsx";
import { m } from "../../../messages/messages.js";
import { Icon } from "../../../ui/icons/icon.tsx";
import { Ornament } from "../../../ui/ornament/ornament.tsx";
import { Brand } from "../../../venues/pages/brand.tsx";
import type { PageHead as Head } from "../../../venues/document/page-head.server.ts";
import { PageLink } from "../../../venues/pages/page-link.tsx";
import { PageHead } from "../../../venues/pages/page-head.tsx";
import { GamblingWarning } from "../../../venues/pages/gambling-warning.tsx";
import { FormAddress } from "../../forms/form-address.ts";
import { useCloseLink } from "../../forms/use-close-link.ts";
import type { AccountFrame } from "./account-frame.server.ts";
import "../../../ui/forms/field.css";
import "../member-parts.css";
import "./account.css";

export type AccountPageProps = {
  frame: AccountFrame;
  heading: string;
  /** One sentence under the heading. */
  lead?: ReactNode;
  /** A short title for the bar at the top; without one the bar shows the venue's mark. */
  barTitle?: string;
  /** A link to the step before this page, shown as an arrow in the bar. */
  back?: { href: string; label: string };
  /** Where closing leads; by default back to where the visitor came from. */
  closeHref?: string;
  /** A problem with the whole page; screen readers announce it at once. */
  alert?: string | null;
  /** Below the form: a link to a related page. */
  footer?: ReactNode;
  /** Above the heading: the progress of a flow. */
  above?: ReactNode;
  /** The head of a page that search engines may list. */
  listed?: Head;
  children: ReactNode;
};

/** A page of the member area: a sheet over the venue's picture, 600 px wide and centred; the whole screen on a phone. */
export function AccountPage(props: AccountPageProps) {
  const { frame, heading, lead, barTitle, back, alert, footer, above, closeHref, listed, children } = props;
  const leaving = useCloseLink(closeHref);
  return (
    <>
      <OwnHead frame={frame} listed={listed} />
      <div className="account" data-native-hand-off={frame.isHandOff || undefined}>
        <div className="account-scene" aria-hidden="true">
          <Picture view={{ ...frame.picture, alt: "" }} sizes="100vw" />
        </div>
        {!frame.isHandOff && <a className="account-outside" {...leaving} aria-hidden="true" tabIndex={-1} />}
        <header className="account-head">
          {frame.isHandOff ? null : <Brand brand={frame.brand} mark={frame.mark} title={frame.venueTitle} />}
        </header>
        <main className="account-sheet on-paper" id="contenu" tabIndex={-1}>
          <div className="account-bar">
            {back ? (
              <PageLink className="round" href={back.href} aria-label={back.label}>
                <Icon name="caret-left" />
              </PageLink>
            ) : (
              <span />
            )}
            {barTitle === undefined ? <Ornament shape="mark" /> : <p className="account-bar-title">{barTitle}</p>}
            {frame.isHandOff ? (
              <span />
            ) : (
              <a className="round" {...leaving} aria-label={m.close()}>
                <Icon name="x" />
              </a>
            )}
          </div>
          <div className="account-body" id="account">
            {above}
            <div className={barTitle === undefined ? "account-title is-centred" : "account-title"}>
              <Heading text={heading} />
              {lead ? <p className="quiet">{lead}</p> : null}
            </div>
            {alert ? <Alert>{alert}</Alert> : null}
            <FormAddress value={frame.formAddress}>{children}</FormAddress>
            {footer ? <div className="account-foot">{footer}</div> : null}
            {frame.gamblingWarning && (
              <GamblingWarning className="account-notice small quiet" name={frame.gamblingWarning} />
            )}
          </div>
        </main>
      </div>
    </>
  );
}

/** Focuses the heading when a step without a field replaces another, because the focus was lost with the old step. */
function Heading({ text }: { text: string }) {
  const ref = useRef<HTMLHeadingElement>(null);
  const before = useRef(text);
  useEffect(() => {
    if (before.current === text) return;
    before.current = text;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.closest("[hidden]")) ref.current?.focus();
  }, [text]);
  return (
    <h1 ref={ref} tabIndex={-1}>
      {text}
    </h1>
  );
}

function OwnHead({ frame, listed }: Pick<AccountPageProps, "frame" | "listed">) {
  if (listed !== undefined) return <PageHead head={listed} />;
  return (
    <>
      <title>{frame.documentTitle}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}

/** A problem with the whole page: icon and text. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <div className="alert" role="alert">
      <Icon name="warning-circle" small />
      <p>{children}</p>
    </div>
  );
}

type SuccessProps = { ref?: Ref<HTMLDivElement>; children: ReactNode };

/** A success message in the flow of the page. It can take the focus. */
export function Success({ ref, children }: SuccessProps) {
  return (
    <div ref={ref} className="alert is-success" role="status" tabIndex={-1}>
      <Icon name="seal-check" small />
      <p>{children}</p>
    </div>
  );
}
