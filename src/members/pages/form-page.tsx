import type { ReactNode } from "react";
import type { AccountFrame } from "./account-frame.server.ts";
import { AccountPage } from "./account-page.tsx";
import type { FormState } from "./form-state.ts";
import "./forms.css";

type FormPageProps = {
  frame: AccountFrame;
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
  children: ReactNode;
};

/** A form of more fields than this may have its first wrong one out of sight: a summary tells them together. */
const LONG = 3;

/** A form in the member area's page. */
export function FormPage({ state, labels, ...page }: FormPageProps) {
  const isLong = Object.keys(labels).length > LONG;
  const problems = Object.entries(state.problems).flatMap(([name, text]) => {
    const label = labels[name];
    return label === undefined || !isLong ? [] : [{ fieldId: `field-${name}`, label, text }];
  });
  return <AccountPage {...page} alert={state.alert} problems={problems} />;
}
