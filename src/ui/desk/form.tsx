import { type ComponentProps, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { Form, useActionData, useNavigation } from "react-router";

type DeskPostProps = Omit<ComponentProps<typeof Form>, "ref"> & { ref?: RefObject<HTMLFormElement | null> };

/**
 * A form that posts to its page's own address, by the router once React runs. After an answer with problems, the first invalid field gets
 * the focus. While a form is being sent, it cannot be sent again.
 */
export function DeskPost({ ref, onSubmit, ...form }: DeskPostProps) {
  const own = useRef<HTMLFormElement>(null);
  const { state, formMethod } = useNavigation();
  const answer = useActionData();
  // The answer that was shown when the form was last sent.
  const sent = useRef<{ at: unknown } | null>(null);
  const lead = useEffectEvent((answer: unknown) => {
    const fields = [...((ref ?? own).current?.elements ?? [])] as HTMLElement[];
    if (answer !== undefined) fields.find((field) => field.ariaInvalid === "true")?.focus();
  });
  useEffect(() => lead(answer), [answer]);
  return (
    <Form
      method="post"
      {...form}
      ref={ref ?? own}
      onSubmit={(event) => {
        // Wait for the answer, or for the page that the answer redirects to.
        const waits =
          state === "submitting" || (formMethod === "POST" && sent.current !== null && sent.current.at === answer);
        if (waits) return event.preventDefault();
        sent.current = { at: answer };
        onSubmit?.(event);
      }}
    />
  );
}

/** A form of the desk. It is validated by the server only. */
export function DeskForm({ className, ...form }: DeskPostProps) {
  return <DeskPost noValidate {...form} className={className === undefined ? "desk-form" : `desk-form ${className}`} />;
}
