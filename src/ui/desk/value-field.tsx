import { m } from "../../messages/messages.js";
import { DeskArea, DeskCheck, DeskRich, DeskSelect, DeskText, type DeskOption } from "./parts.tsx";
import { Fieldset, useForm, type Shown } from "./schema-context.tsx";

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

/** A field with one value, drawn by its widget. */
export function ValueField({ field, name, typed, label }: Shown<"value">) {
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
