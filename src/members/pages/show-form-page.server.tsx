import type { ReactNode } from "react";
import fieldCss from "../../ui/field.css?inline";
import { accountFrame } from "./account-frame.server.ts";
import { AccountPage } from "./account-page.tsx";
import type { FormState } from "./form-state.ts";
import formsCss from "./forms.css?inline";
import type { MemberRequest } from "./member-request.server.ts";

type FormPage = {
  heading: string;
  lead?: ReactNode;
  barTitle?: string;
  back?: { href: string; label: string };
  /** Where closing leads, where it is not back to the visitor's own way. */
  closeHref?: string;
  state: FormState;
  /** Labels of the fields by name: what the summary calls them. */
  labels: Record<string, string>;
  footer?: ReactNode;
  /** Between the bar and the heading. */
  above?: ReactNode;
  content: ReactNode;
};

/** A form of more fields than this may have its first wrong one out of sight: a summary tells them together. */
const LONG = 3;

/** Puts a form into the member area's page. */
export async function showFormPage(request: MemberRequest, page: FormPage): Promise<void> {
  const { heading, lead, barTitle, back, closeHref, state, labels, footer, above, content } = page;
  const frame = await accountFrame(request, { title: barTitle ?? heading, sheets: [fieldCss, formsCss] });
  const isLong = Object.keys(labels).length > LONG;
  const problems = Object.entries(state.problems).flatMap(([name, text]) => {
    const label = labels[name];
    return label === undefined || !isLong ? [] : [{ fieldId: `field-${name}`, label, text }];
  });
  request.page.hydrates = false;
  request.page.content = (
    <AccountPage
      frame={frame}
      heading={heading}
      lead={lead}
      {...(barTitle === undefined ? {} : { barTitle })}
      {...(back === undefined ? {} : { back })}
      {...(closeHref === undefined ? {} : { closeHref })}
      alert={state.alert}
      problems={problems}
      footer={footer}
      above={above}
    >
      {content}
    </AccountPage>
  );
}
