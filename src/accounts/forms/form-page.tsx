import type { ReactNode } from "react";
import type { AccountFrame } from "../pages/account/account-frame.server.ts";
import { AccountPage } from "../pages/account/account-page.tsx";
import type { FormState } from "./form-state.ts";
import "./forms.css";

type FormPageProps = {
  frame: AccountFrame;
  heading: string;
  lead?: ReactNode;
  barTitle?: string;
  back?: { href: string; label: string };
  /** Where closing leads; by default back to where the visitor came from. */
  closeHref?: string;
  state: FormState;
  footer?: ReactNode;
  /** Between the bar and the heading. */
  above?: ReactNode;
  children: ReactNode;
};

/** A form in the member area's page. */
export function FormPage({ state, ...page }: FormPageProps) {
  return <AccountPage {...page} alert={state.alert} />;
}
