import { m } from "../../messages/messages.js";
import { type Clock, momentAt } from "../language/dates.ts";
import type { DeskOption } from "../../ui/desk/parts.tsx";

/** Words of the desk's data, for loaders: the browser does not load every message. */
const messages: Record<string, unknown> = m;

/** The text of a problem or refusal in the page's language; a key without a message is returned as it is. */
export function deskProblem(key: string): string {
  return messageOf(key) ?? m.deskpeople_refused_else();
}

/** The label of a state, reason or kind; `family` and the value make the message key. */
export function deskState(family: string, value: string): string {
  return messageOf(`deskpeople_${family}_${value.toLowerCase()}`) ?? value;
}

/** The options of a select, labelled by `family`. */
export function deskOptions(family: string, values: readonly string[]): DeskOption[] {
  return values.map((value) => ({ value, label: deskState(family, value) }));
}

/** A message without parameters by its key; null where there is none. */
export function messageOf(key: string): string | null {
  const message = messages[key];
  return typeof message === "function" ? String(message()) : null;
}

/** The last minute before an expiry. An expiry is exclusive: at that instant the thing has already expired. */
export function deskLastMinute(expiry: Date, clock: Clock): string {
  return momentAt(new Date(expiry.getTime() - 60_000), clock, "short");
}
