import { createContext, use, type ReactNode } from "react";
import { m } from "../../messages/messages.js";
import { DeskIcon } from "../icons/desk-icon.tsx";
import { countName, nameIn, type Typed, type TypedGroup } from "./form-data.ts";
import type { Widget } from "./form-fields.ts";
import { fieldIdOf } from "../forms/field-texts.ts";
import { DeskArea, DeskCheck, DeskRich, DeskSelect, DeskText, type DeskOption } from "./parts.tsx";

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

type SchemaForm = {
  /** The titles of list entries, by the entries' names in the form. */
  legends: Record<string, string>;
  /** The pictures to choose from. */
  pictures: readonly DeskOption[];
  /** The problems in the operator's language, by field name. */
  problems: Record<string, string>;
  /** The name of the field that gets the focus. */
  focus: string | null;
};

const FormContext = createContext<SchemaForm | null>(null);

/** The fields of a contract with the typed values. The buttons of lists post the form. */
export function SchemaFields({
  fields,
  typed,
  ...form
}: SchemaForm & { fields: readonly ShownField[]; typed: TypedGroup }) {
  return (
    <FormContext value={form}>
      {fields.map((field) => (
        <AnyField key={field.name} field={field} name={field.name} typed={typed[field.name] ?? ""} />
      ))}
    </FormContext>
  );
}

type Shown<Kind extends ShownField["kind"]> = {
  field: Extract<ShownField, { kind: Kind }>;
  name: string;
  typed: Typed;
  /** Replaces the field's own label. */
  label?: string;
};

function useForm(): SchemaForm {
  const form = use(FormContext);
  if (form === null) throw new Error("a field was rendered outside of SchemaFields");
  return form;
}

function AnyField({ field, ...shown }: Shown<ShownField["kind"]>) {
  if (field.kind === "group") return <GroupField field={field} {...shown} />;
  if (field.kind === "list") return <ListField field={field} {...shown} />;
  return <ValueField field={field} {...shown} />;
}

function GroupField({ field, name, typed, label }: Shown<"group">) {
  const values = typeof typed === "object" && !Array.isArray(typed) ? typed : {};
  return (
    <Fieldset
      name={name}
      label={label ?? field.label}
      help={label === undefined ? field.help : undefined}
      isOptional={field.isOptional}
      className={field.isLocalized ? "desk-group desk-localized" : "desk-group"}
    >
      {field.fields.map((one) => (
        <AnyField key={one.name} field={one} name={nameIn(name, one.name)} typed={values[one.name] ?? ""} />
      ))}
    </Fieldset>
  );
}

function ListField({ field, name, typed, label }: Shown<"list">) {
  const { legends } = useForm();
  const entries = Array.isArray(typed) ? typed : [];
  const own = label ?? field.label;
  return (
    <Fieldset
      name={name}
      label={own}
      help={label === undefined ? field.help : undefined}
      isOptional={field.isOptional && !field.isFixed}
      className={`desk-group desk-entries${field.isSlots ? " desk-slots" : ""}${field.isFixed ? " desk-days" : ""}`}
    >
      <input type="hidden" name={countName(name)} value={entries.length} />
      {entries.map((entry, at) => {
        const inner = nameIn(name, String(at));
        const legend = legends[inner] ?? "";
        return (
          <div className="desk-entry" key={at}>
            <AnyField field={field.item} name={inner} typed={entry} label={legend} />
            {!field.isFixed && <EntryButtons name={inner} legend={legend} at={at} isMovable={field.isMovable} />}
          </div>
        );
      })}
      {!field.isFixed && entries.length < field.max && (
        <button className="desk-small" type="submit" name="do" value={`add:${name}`}>
          <DeskIcon name="plus" small />
          {m.desk_add_one()}
          <span className="heard"> {own}</span>
        </button>
      )}
    </Fieldset>
  );
}

function EntryButtons({
  name,
  legend,
  at,
  isMovable: moves,
}: {
  name: string;
  legend: string;
  at: number;
  isMovable: boolean;
}) {
  return (
    <div className="desk-entry-buttons">
      {moves && at > 0 && (
        <button
          className="round"
          type="submit"
          name="do"
          value={`up:${name}`}
          aria-label={m.desk_up_of({ item: legend })}
        >
          <DeskIcon name="arrow-up" small />
        </button>
      )}
      <button
        className="round"
        type="submit"
        name="do"
        value={`drop:${name}`}
        aria-label={m.desk_drop_of({ item: legend })}
      >
        <DeskIcon name="trash" small />
      </button>
    </div>
  );
}

type FieldsetProps = {
  name: string;
  label: string;
  help: string | undefined;
  isOptional: boolean;
  className: string;
  children: ReactNode;
};

function Fieldset({ name, label, help, isOptional, className, children }: FieldsetProps) {
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
          <DeskIcon name="warning-circle" small />
          {problem}
        </p>
      )}
      {children}
    </fieldset>
  );
}

const TRISTATE = ["", "1", "0"] as const;
const INPUTS = {
  line: {},
  number: { inputMode: "decimal" },
  amount: { inputMode: "decimal" },
  instant: { type: "datetime-local" },
  date: { type: "date" },
  time: { type: "time" },
  colour: { spellCheck: false },
  phone: { type: "tel" },
  email: { type: "email" },
  web: { type: "url" },
} as const;

function ValueField({ field, name, typed, label }: Shown<"value">) {
  const { problems, focus } = useForm();
  const text = typeof typed === "string" ? typed : "";
  const { widget, options } = field;
  const shared = {
    name,
    label: label ?? field.label,
    help: field.help,
    problem: problems[name],
    isOptional: field.isOptional,
    isFocused: focus === name,
  };
  if (widget === "flag") return <DeskCheck {...shared} defaultChecked={text === "1"} />;
  if (widget === "tristate") {
    const states = [field.byDefault ?? "", m.desk_o_yes(), m.desk_o_no()];
    const choices = TRISTATE.map((value, at) => ({ value, label: states[at] ?? "" }));
    return <DeskSelect {...shared} isOptional={false} options={choices} defaultValue={text} />;
  }
  if (widget === "many") return <ManyField {...shared} options={options} chosen={text.split("\n")} />;
  if (widget === "choice") {
    const isOpen = !options.some(({ value }) => value === text);
    const choices = isOpen ? [{ value: "", label: m.desk_o_choose() }, ...options] : options;
    return <DeskSelect {...shared} options={choices} defaultValue={text} />;
  }
  if (widget === "picture") return <PictureField {...shared} text={text} />;
  if (widget === "rich") return <RichField {...shared} text={text} />;
  if (widget === "area") return <DeskArea {...shared} rows={4} defaultValue={text} />;
  if (widget === "hidden") return null;
  return <DeskText {...shared} {...INPUTS[widget]} maxLength={field.max ?? undefined} defaultValue={text} />;
}

type SharedProps = {
  name: string;
  label: string;
  help: string | undefined;
  problem: string | undefined;
  isOptional: boolean;
  isFocused: boolean;
};

function ManyField({
  name,
  label,
  help,
  options,
  chosen,
}: SharedProps & { options: readonly DeskOption[]; chosen: string[] }) {
  return (
    <Fieldset name={name} label={label} help={help} isOptional={false} className="desk-group desk-many">
      {options.map(({ value, label: words }) => (
        <div className="desk-field desk-check" key={value}>
          <label>
            <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
            <span>{words}</span>
          </label>
        </div>
      ))}
    </Fieldset>
  );
}

/** A text with headings, lists and links. Once React runs it is edited as it will look. */
function RichField({ help, text, ...shared }: SharedProps & { text: string }) {
  return (
    <DeskRich
      {...shared}
      help={help ?? <span className="unscripted">{m.desk_rich_help()}</span>}
      rows={10}
      defaultValue={text}
    />
  );
}

/** A choice of a picture by its key, with a preview. */
function PictureField({ text, ...shared }: SharedProps & { text: string }) {
  const { pictures } = useForm();
  const isKnown = text === "" || pictures.some(({ value }) => value === text);
  const choices = [
    { value: "", label: m.desk_o_no_picture() },
    ...(isKnown ? [] : [{ value: text, label: text }]),
    ...pictures,
  ];
  return (
    <div className="desk-picture">
      <DeskSelect {...shared} options={choices} defaultValue={text} data-picture="" />
      {text !== "" && isKnown && (
        <img src={`/media/${text}?width=300`} alt="" width={120} height={80} loading="lazy" decoding="async" />
      )}
    </div>
  );
}
