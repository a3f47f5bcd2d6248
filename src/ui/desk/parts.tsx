/* oxlint-disable jsx-a11y/no-autofocus -- only on the first invalid field of an answered form */
import type { ComponentProps, ReactNode } from "react";
import { m } from "../../messages/messages.js";
import { describedBy, fieldIdOf, type FieldTexts } from "../forms/field-texts.ts";
import { DeskIcon } from "../icons/desk-icon.tsx";
import { Ornament } from "../ornament/ornament.tsx";
import { DeskLink } from "./link.tsx";
import { RichArea } from "./rich-area.tsx";

/** An empty state: one sentence. */
export function DeskEmpty({ children }: { children: ReactNode }) {
  return (
    <div className="desk-empty">
      <Ornament shape="fan" />
      <p>{children}</p>
    </div>
  );
}

/** A list whose rows are links with properties, a badge and buttons. */
export function DeskList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="desk-list" aria-label={label}>
      {children}
    </ul>
  );
}

type DeskRowProps = {
  href?: string;
  title: ReactNode;
  picture?: ReactNode;
  properties?: ReactNode;
  badge?: ReactNode;
  actions?: ReactNode;
};

export function DeskRow({ href, title, picture, properties, badge, actions }: DeskRowProps) {
  return (
    <li className="desk-row">
      {picture}
      <div className="desk-row-words">
        <p className="desk-row-title">{href === undefined ? title : <DeskLink href={href}>{title}</DeskLink>}</p>
        {properties ? <p className="desk-row-properties">{properties}</p> : null}
      </div>
      {badge ? <p className="desk-badge">{badge}</p> : null}
      {actions ? <div className="desk-row-actions">{actions}</div> : null}
    </li>
  );
}

/** A row of a `DeskTable`. */
type DeskTableRow = { key: string | number; cells: ReactNode[] };

/** The head of a column. A `heard` one is for screen readers; amounts are aligned at their end. */
type DeskColumn = string | { heard: string } | { amount: string };

type DeskTableProps = { label: string; head: DeskColumn[]; rows: readonly DeskTableRow[] };

/** A table that scrolls sideways and can be reached by keyboard. On a phone each row becomes a card. */
export function DeskTable({ label, head, rows }: DeskTableProps) {
  return (
    <div className="desk-table" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map(columnOf).map(({ name, isHeard, className }) => (
              <th key={name} scope="col" className={className}>
                {isHeard ? <span className="heard">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => {
                const { name, isHeard, className } = columnOf(head[at] ?? { heard: "" });
                return (
                  <td key={at} data-head={isHeard ? undefined : name} className={className}>
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function columnOf(column: DeskColumn): { name: string; isHeard: boolean; className?: string } {
  if (typeof column === "string") return { name: column, isHeard: false };
  if ("heard" in column) return { name: column.heard, isHeard: true };
  return { name: column.amount, isHeard: false, className: "desk-amount figures" };
}

/** The props shared by all fields of the desk. `problem` is in the operator's language. */
export type DeskFieldProps = FieldTexts & {
  name: string;
  label: ReactNode;
  isOptional?: boolean;
  isFocused?: boolean;
};

/** A label above a control, with help and problem below it. */
function Framed({ name, label, problem, help, isOptional, children }: DeskFieldProps & { children: ReactNode }) {
  const id = fieldIdOf(name);
  return (
    <div className="desk-field">
      <label htmlFor={id}>
        {label}
        {isOptional && <small> {m.desk_optional()}</small>}
      </label>
      {children}
      <Below id={id} problem={problem} help={help} />
    </div>
  );
}

function Below({ id, problem, help }: { id: string; problem: string | undefined; help: ReactNode }) {
  return (
    <>
      {help !== undefined && (
        <p className="desk-help" id={`${id}-help`}>
          {help}
        </p>
      )}
      {problem !== undefined && (
        <p className="desk-problem" id={`${id}-problem`}>
          <DeskIcon name="warning-circle" />
          {problem}
        </p>
      )}
    </>
  );
}

type Control<Tag extends "input" | "textarea" | "select"> = Omit<ComponentProps<Tag>, "name" | "id">;

/** The props of a field's frame, and those of its control. */
function split<Props extends DeskFieldProps>(props: Props) {
  const { name, label, problem, help, isOptional = false, isFocused, ...control } = props;
  return {
    frame: { name, label, problem, help, isOptional },
    control: { autoFocus: isFocused, ...control, name, ...describedBy(name, { problem, help }) },
  };
}

export function DeskText(props: DeskFieldProps & Control<"input">) {
  const { frame, control } = split(props);
  return (
    <Framed {...frame}>
      <input type="text" autoComplete="off" {...control} />
    </Framed>
  );
}

export function DeskArea(props: DeskFieldProps & Control<"textarea">) {
  const { frame, control } = split(props);
  return (
    <Framed {...frame}>
      <textarea rows={4} {...control} />
    </Framed>
  );
}

export function DeskRich(props: DeskFieldProps & { label: string } & Control<"textarea">) {
  const { frame, control } = split(props);
  return (
    <Framed {...frame}>
      <RichArea label={props.label} {...control} />
    </Framed>
  );
}

export type DeskOption = { value: string; label: string };
type DeskSelectProps = DeskFieldProps & Control<"select"> & { options: readonly DeskOption[] };

export function DeskSelect({ options, ...props }: DeskSelectProps) {
  const { frame, control } = split(props);
  return (
    <Framed {...frame}>
      <select {...control}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Framed>
  );
}

export function DeskCheck(props: DeskFieldProps & Control<"input">) {
  const { frame, control } = split(props);
  return (
    <div className="desk-field desk-check">
      <label>
        <input type="checkbox" value="1" {...control} />
        <span>{frame.label}</span>
      </label>
      <Below id={control.id} problem={frame.problem} help={frame.help} />
    </div>
  );
}

/** The buttons at the end of a form; the main one first. */
export function DeskButtons({ children }: { children: ReactNode }) {
  return <div className="desk-buttons">{children}</div>;
}

type DeskSubmitProps = {
  /** What the form does, where its page has several forms. */
  action?: string;
  isOutlined?: boolean;
  children: string;
};

/** The button at the end of a form that has only one. */
export function DeskSubmit({ action, isOutlined = false, children }: DeskSubmitProps) {
  const named = action === undefined ? {} : { name: "act", value: action };
  return (
    <DeskButtons>
      <button className={`button ${isOutlined ? "button-line" : "button-venue"}`} type="submit" {...named}>
        {children}
      </button>
    </DeskButtons>
  );
}
