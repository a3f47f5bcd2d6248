import type { ReactNode } from "react";
import { useFeedback } from "../../src/ui/feedback/feedback.tsx";
import { CheckField, ChoiceField, CodeField, PasswordField, TextField } from "../../src/ui/forms/field.tsx";
import { Form, type Problems } from "../../src/ui/forms/form.tsx";
import { Icon } from "../../src/ui/icons/icon.tsx";
import { PAPER, type SpecimenGroup } from "./specimen.tsx";

const NOTHING: Problems = {};
const REFUSED: Problems = {
  "refused-email": "This address already has an account.",
  "refused-terms": "Please accept the terms to go on.",
};
const TITLES = [
  { value: "f", label: "Ms" },
  { value: "m", label: "Mr" },
];

export const FIELDS: SpecimenGroup = {
  id: "fields",
  title: "Fields",
  caption: "They stand on paper only. Every problem is said in words under its field, and read out with it.",
  specimens: [
    {
      name: "TextField",
      file: "forms/field.tsx",
      caption: "Empty, filled in, described, with something in its frame, wrong, closed, and to be read only.",
      on: PAPER,
      Show: () => (
        <Fields>
          <TextField name="text-empty" label="First name" placeholder="As on your identity card" />
          <TextField name="text-filled" label="Last name" defaultValue="Marchand" />
          <TextField
            name="text-described"
            label="Mobile number"
            help="We send you a code by SMS, and nothing else."
            before={<Icon name="phone" small />}
          />
          <TextField name="text-after" label="Amount" inputMode="decimal" defaultValue="50" after="€" />
          <TextField
            name="text-wrong"
            label="E-mail address"
            defaultValue="camille@"
            problem="This is no e-mail address."
            help="You log in with it."
          />
          <TextField name="text-disabled" label="Casino" defaultValue="Port-Sérac" disabled />
          <TextField name="text-readonly" label="Card number" defaultValue="4819 2203" readOnly />
        </Fields>
      ),
    },
    {
      name: "PasswordField",
      file: "forms/field.tsx",
      caption: "A password with a button that shows it, once script runs.",
      on: PAPER,
      Show: () => (
        <Fields>
          <PasswordField name="password" label="Password" autoComplete="off" defaultValue="a long sentence" />
          <PasswordField
            name="password-wrong"
            label="Password"
            autoComplete="off"
            problem="At least eight characters."
          />
        </Fields>
      ),
    },
    {
      name: "ChoiceField",
      file: "forms/field.tsx",
      caption: "A few choices side by side: none made, one made, and none made where one is needed.",
      on: PAPER,
      Show: () => (
        <Fields>
          <ChoiceField name="choice-open" label="Title" value={undefined} options={TITLES} />
          <ChoiceField name="choice-made" label="Title" value="f" options={TITLES} help="As on your identity card." />
          <ChoiceField
            name="choice-wrong"
            label="Title"
            value={undefined}
            options={TITLES}
            problem="Please choose one."
          />
        </Fields>
      ),
    },
    {
      name: "CheckField",
      file: "forms/field.tsx",
      caption: "A box to tick: empty, ticked, described, and left empty where it may not be.",
      on: PAPER,
      Show: () => (
        <Fields>
          <CheckField name="check-empty" label="Write to me by e-mail" />
          <CheckField name="check-ticked" label="Write to me by SMS" defaultChecked />
          <CheckField name="check-described" label="Write to me by letter" help="Four times a year at most." />
          <CheckField name="check-wrong" label="I am of age" problem="Only those who are of age may go on." />
        </Fields>
      ),
    },
    {
      name: "CodeField",
      file: "forms/field.tsx",
      caption: "A short code from a mail or an SMS, in one real field with a line to a digit.",
      on: PAPER,
      Show: () => (
        <Fields>
          <CodeField name="code" label="Code" length={4} defaultValue="48" help="We have sent it to 06 12 ** ** 78." />
          <CodeField
            name="code-wrong"
            label="Wrong code"
            length={4}
            defaultValue="4819"
            problem="This code is not the right one."
          />
        </Fields>
      ),
    },
    {
      name: "Form",
      file: "forms/form.tsx",
      caption: "Says all that is wrong before anything is sent, and puts the cursor there. Try it empty.",
      on: PAPER,
      Show: () => <TriedForm />,
    },
    {
      name: "Form, refused",
      file: "forms/form.tsx",
      caption: "What a server’s refusal looks like: counted above, told under each field.",
      on: PAPER,
      Show: () => (
        <Form className="catalogue-fields" method="post" problems={REFUSED}>
          <TextField name="refused-email" label="E-mail address" type="email" defaultValue="camille@example.org" />
          <CheckField name="refused-terms" label="I accept the terms" />
          <button className="button button-venue">Create my account</button>
        </Form>
      ),
    },
  ],
};

function TriedForm() {
  const { toast } = useFeedback();
  return (
    <Form
      className="catalogue-fields"
      method="post"
      problems={NOTHING}
      onSend={(event) => {
        event.preventDefault();
        toast("Nothing is wrong with this form.");
      }}
    >
      <TextField name="tried-name" label="First name" required />
      <TextField name="tried-email" label="E-mail address" type="email" required />
      <CheckField name="tried-terms" label="I accept the terms" required />
      <button className="button button-venue">Go on</button>
    </Form>
  );
}

function Fields({ children }: { children: ReactNode }) {
  return <div className="catalogue-fields">{children}</div>;
}
