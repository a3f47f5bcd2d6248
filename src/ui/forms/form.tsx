import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useRef,
  useState,
} from "react";
import { type FetcherWithComponents, Form as RouterForm } from "react-router";
import { m } from "../../messages/messages.js";

/** Messages about invalid fields, by field name. */
export type Problems = Record<string, string>;

const ProblemsContext = createContext<Problems | null>(null);

/** The message about a field: the form's own, else the given one. */
export function useProblem(name: string, given: string | undefined): string | undefined {
  const problems = use(ProblemsContext);
  return problems === null ? given : (problems[name] ?? given);
}

type SendEvent = FormEvent<HTMLFormElement>;
type FormProps = Omit<ComponentProps<typeof RouterForm>, "onSubmit" | "ref" | "children"> & {
  /** The router's form, or a fetcher's. */
  as?: typeof RouterForm | FetcherWithComponents<unknown>["Form"];
  formRef?: RefObject<HTMLFormElement | null>;
  /** The server's messages. It must be the same object until the next answer. */
  problems: Problems;
  /** Called when the form is valid; `preventDefault` keeps it from being sent. */
  onSend?: (event: SendEvent) => void;
  children: ReactNode;
};

/**
 * A form that shows all invalid fields at once with our own messages, before it is sent. It uses the browser's constraint validation and
 * focuses the first invalid field. Without React the server gives the same messages.
 */
export function Form(props: FormProps) {
  const { as = RouterForm, formRef, problems, onSend, children, ...form } = props;
  const Tag = as;
  const own = useRef<HTMLFormElement>(null);
  const ref = formRef ?? own;
  const [found, setFound] = useState<{ problems: Problems; of: Problems } | null>(null);
  // Messages found in the browser are obsolete once the server has answered.
  const shown = found?.of === problems ? found.problems : problems;
  useFocusOnWrong(ref, shown);
  const check = (event: SendEvent) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const isFree = submitter?.hasAttribute("formnovalidate") === true;
    const wrong = isFree ? {} : wrongFields(event.currentTarget);
    setFound({ problems: wrong, of: problems });
    if (Object.keys(wrong).length > 0) return event.preventDefault();
    onSend?.(event);
  };
  return (
    <Tag {...form} ref={ref} noValidate onSubmit={check}>
      <ProblemsContext value={shown}>
        <ProblemCount count={Object.keys(shown).length} />
        {children}
      </ProblemsContext>
    </Tag>
  );
}

/** A single problem is shown at its field only; several are counted above the form. */
function ProblemCount({ count }: { count: number }) {
  if (count < 2) return null;
  return (
    <p className="form-problems" role="alert">
      {m.frame_account_problems({ count })}
    </p>
  );
}

/** Focuses the first invalid field when the messages change. On the page's first rendering the browser's autofocus does it. */
function useFocusOnWrong(ref: RefObject<HTMLFormElement | null>, problems: Problems): void {
  const before = useRef(problems);
  useEffect(() => {
    if (before.current === problems) return;
    before.current = problems;
    const [first] = controlsOf(ref.current).filter(({ name }) => problems[name] !== undefined);
    first?.focus();
  }, [ref, problems]);
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function controlsOf(form: HTMLFormElement | null): Control[] {
  return [...(form?.elements ?? [])].filter(
    (element): element is Control =>
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement,
  );
}

/** Hidden fields, of a step that is not shown, are not validated. */
function wrongFields(form: HTMLFormElement): Problems {
  const wrong = controlsOf(form).filter((field) => !field.validity.valid && field.closest("[hidden]") === null);
  return Object.fromEntries(wrong.map((field) => [field.name, wordsFor(field)]));
}

/** The message for an invalid field; `data-shape` holds the field's own. */
function wordsFor({ validity, dataset }: Control): string {
  if (validity.valueMissing) return m.members_required();
  if (validity.typeMismatch) return m.members_email_invalid();
  return dataset["shape"] ?? m.members_invalid();
}
