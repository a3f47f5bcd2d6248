import * as paths from "../../venues/paths.ts";
import type { ComponentProps, ReactNode, Ref } from "react";
import { Form } from "../../ui/forms/form.tsx";
import type { AccountIntent } from "./account-answer.ts";
import { Alert } from "../../accounts/pages/account/account-page.tsx";
import type { useAccountForm } from "./use-account-form.ts";

type AccountFormProps = Omit<ComponentProps<typeof Form>, "problems" | "as" | "action" | "method"> & {
  form: ReturnType<typeof useAccountForm>;
  intent: AccountIntent;
  title: string;
  titleRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

/** One of the account's forms under its heading. Without script it posts to the account's page. */
export function AccountForm({ form, intent, title, titleRef, children, ...rest }: AccountFormProps) {
  return (
    <section>
      <Form
        {...rest}
        as={form.fetcher.Form}
        className="account-form"
        method="post"
        action={paths.account}
        problems={form.state.problems}
        data-waiting={form.isBusy ? "" : undefined}
      >
        <h3 ref={titleRef} className="title-3" tabIndex={-1}>
          {title}
        </h3>
        <input type="hidden" name="intent" value={intent} />
        {form.state.alert !== null && <Alert>{form.state.alert}</Alert>}
        {children}
      </Form>
    </section>
  );
}
