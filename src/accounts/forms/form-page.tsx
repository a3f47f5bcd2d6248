import { AccountPage, type AccountPageProps } from "../pages/account/account-page.tsx";
import type { FormState } from "./form-state.ts";
import "./forms.css";

type FormPageProps = Omit<AccountPageProps, "alert" | "listed"> & { state: FormState };

/** A form in the member area's page, with the alert of its last answer. */
export function FormPage({ state, ...page }: FormPageProps) {
  return <AccountPage {...page} alert={state.alert} />;
}
