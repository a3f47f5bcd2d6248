import { m } from "../messages/messages.js";
import { GROUP } from "../venues/group.ts";
import type { MessageKey } from "./contract.ts";

const messages: Record<string, unknown> = m;

/** The text of a refusal in the visitor's language. */
export function refusalText(key: MessageKey, locale: "fr" | "en"): string {
  const message = messages[key];
  if (typeof message !== "function") throw new Error(`There is no message ${key}`);
  return String(message({ program: GROUP.program }, { locale }));
}
