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

/** What is wrong with which field, in words, by the field's name. */
export type Problems = Record<string, string>;

const ProblemsContext = createContext<Problems | null>(null);

/** What is wrong with a field: as its form says, else as it was given. */
export function useProblem(name: string, given: string | undefined): string | undefined {
  const problems = use(ProblemsContext);
  return problems === null ? given : (problems[name] ?? given);
}

type SendEvent = FormEvent<HTMLFormElement>;
type FormProps = Omit<ComponentProps<typeof RouterForm>, "onSubmit" | "ref" | "children"> & {
  /** The router's form, or a fetcher's. */
  as?: typeof RouterForm | FetcherWithComponents<unknown>["Form"];
  formRef?: RefObject<HTMLFormElement | null>;
  /** What the server refused; the same object until another answer comes. */
  problems: Problems;
  /** Called with a form that has nothing wrong; `preventDefault` keeps it from being sent. */
  onSend?: (event: SendEvent) => void;
  children: ReactNode;
};

/**
 * A form that says in our words what is wrong with its fields, all at once, before anything is sent: each field reads the
 * browser's own constraints. The focus goes to the first wrong one. Before React the server says the same.
 */
export function Form(props: FormProps) {
  const { as = RouterForm, formRef, problems, onSend, children, ...form } = props;
  const Tag = as;
  const own = useRef<HTMLFormElement>(null);
  const ref = formRef ?? own;
  const [found, setFound] = useState<{ problems: Problems; of: Problems } | null>(null);
  // What was found here is over once the server has answered.
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

/** One problem is told well enough under its field; several are counted above the first. */
function ProblemCount({ count }: { count: number }) {
  if (count < 2) return null;
  return (
    <p className="form-problems" role="alert">
      {m.frame_account_problems({ count })}
    </p>
  );
}

/** After what is wrong has changed, and not on the page's first showing, where the browser's own autofocus has done it. */
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

/** A step that is not shown is checked when it is. */
function wrongFields(form: HTMLFormElement): Problems {
  const wrong = controlsOf(form).filter((field) => !field.validity.valid && field.closest("[hidden]") === null);
  return Object.fromEntries(wrong.map((field) => [field.name, wordsFor(field)]));
}

/** A field whose text must have a shape says so in words of its own. */
function wordsFor({ validity, dataset }: Control): string {
  if (validity.valueMissing) return m.members_required();
  if (validity.typeMismatch) return m.members_email_invalid();
  return dataset["shape"] ?? m.members_invalid();
}
