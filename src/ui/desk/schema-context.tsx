import { createContext, use, type ReactNode } from "react";
import { m } from "../../messages/messages.js";
import { fieldIdOf } from "../forms/field-texts.ts";
import { DeskIcon } from "../icons/desk-icon.tsx";
import type { Typed } from "./form-data.ts";
import type { Widget } from "./form-fields.ts";
import type { DeskOption } from "./parts.tsx";

/** A field of a contract with its texts in the operator's language. */
export type ShownField = { name: string; label: string; help?: string; isOptional: boolean } & (
  | { kind: "group"; isLocalized: boolean; fields: ShownField[] }
  | {
      kind: "list";
      item: ShownField;
      max: number;
      /** True if entries cannot be added or removed, such as the days of the week. */
      isFixed: boolean;
      /** True if the order of entries is visible on the site. */
      isMovable: boolean;
      /** True for the hours of one day, which stand side by side. */
      isSlots: boolean;
    }
  | {
      kind: "value";
      widget: Widget;
      options: DeskOption[];
      /** What an unset flag means. */
      byDefault?: string;
      /** The maximal length of a text, in characters. */
      max: number | null;
    }
);

export type SchemaForm = {
  /** The titles of list entries, by the entries' names in the form. */
  legends: Record<string, string>;
  /** The pictures to choose from. */
  pictures: readonly DeskOption[];
  /** The problems in the operator's language, by field name. */
  problems: Record<string, string>;
  /** The name of the field that gets the focus. */
  focus: string | null;
};

export const FormContext = createContext<SchemaForm | null>(null);

export type Shown<Kind extends ShownField["kind"]> = {
  field: Extract<ShownField, { kind: Kind }>;
  name: string;
  typed: Typed;
  /** Replaces the field's own label. */
  label?: string;
};

export function useForm(): SchemaForm {
  const form = use(FormContext);
  if (form === null) throw new Error("a field was rendered outside of SchemaFields");
  return form;
}

type FieldsetProps = {
  name: string;
  label: string;
  help: string | undefined;
  isOptional: boolean;
  className: string;
  children: ReactNode;
};

export function Fieldset({ name, label, help, isOptional, className, children }: FieldsetProps) {
  const problem = useForm().problems[name];
  const id = fieldIdOf(name);
  return (
    <fieldset className={className} id={id} aria-describedby={problem === undefined ? undefined : `${id}-problem`}>
      <legend>
        {label}
        {isOptional && <small> {m.desk_optional()}</small>}
      </legend>
      {help !== undefined && <p className="desk-help">{help}</p>}
      {problem !== undefined && (
        <p className="desk-problem" id={`${id}-problem`}>
          <DeskIcon name="warning-circle" />
          {problem}
        </p>
      )}
      {children}
    </fieldset>
  );
}
