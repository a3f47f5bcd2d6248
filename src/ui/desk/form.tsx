import { type ComponentProps, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { Form, useActionData, useNavigation } from "react-router";

type DeskPostProps = Omit<ComponentProps<typeof Form>, "ref"> & { ref?: RefObject<HTMLFormElement | null> };

/**
 * A form that posts to its page's own address, by the router once React runs. The focus goes to the first field that its
 * answer found wrong. A form that is under way is not sent a second time.
 */
export function DeskPost({ ref, onSubmit, ...form }: DeskPostProps) {
  const own = useRef<HTMLFormElement>(null);
  const { state, formMethod } = useNavigation();
  const answer = useActionData();
  // The answer that stood here when the form was last sent.
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
        // Until it is answered, or the page that its answer leads to is there.
        const waits =
          state === "submitting" || (formMethod === "POST" && sent.current !== null && sent.current.at === answer);
        if (waits) return event.preventDefault();
        sent.current = { at: answer };
        onSubmit?.(event);
      }}
    />
  );
}

/** A form of the desk with its fields: the server says what is wrong with them. */
export function DeskForm({ className, ...form }: DeskPostProps) {
  return <DeskPost noValidate {...form} className={className === undefined ? "desk-form" : `desk-form ${className}`} />;
}
