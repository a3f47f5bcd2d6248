import { m } from "../../messages/messages.js";
import { DeskIcon, type DeskIconName } from "../icons/desk-icon.tsx";
import { countName, nameIn, type TypedGroup } from "./form-data.ts";
import { Fieldset, FormContext, useForm, type SchemaForm, type Shown, type ShownField } from "./schema-context.tsx";
import { ValueField } from "./value-field.tsx";

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
          <DeskIcon name="plus" />
          {m.desk_add_one()}
          <span className="heard"> {own}</span>
        </button>
      )}
    </Fieldset>
  );
}

type EntryButtonsProps = { name: string; legend: string; at: number; isMovable: boolean };

function EntryButtons({ name, legend: item, at, isMovable }: EntryButtonsProps) {
  return (
    <div className="desk-entry-buttons">
      {isMovable && at > 0 && <EntryButton order={`up:${name}`} label={m.desk_up_of({ item })} icon="arrow-up" />}
      <EntryButton order={`drop:${name}`} label={m.desk_drop_of({ item })} icon="trash" />
    </div>
  );
}

function EntryButton({ order, label, icon }: { order: string; label: string; icon: DeskIconName }) {
  return (
    <button className="round" type="submit" name="do" value={order} aria-label={label}>
      <DeskIcon name={icon} />
    </button>
  );
}
