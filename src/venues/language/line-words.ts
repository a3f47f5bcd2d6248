import { m } from "../../messages/messages.js";
import type { Locale } from "../contract.ts";
import type { ForbiddenReason } from "../law/forbidden-lines.ts";

type Reason = (inputs: { words: string; age: number | string }, options: { locale: Locale }) => string;

/** Explains why a forbidden line is refused: `words` are the ones found, `age` is the country's minimum age. */
export const LINE_REASONS: Record<ForbiddenReason, Reason> = {
  age: (inputs, options) => m.operators_line_age(inputs, options),
  entice: (inputs, options) => m.operators_line_entice(inputs, options),
  authorise: (inputs, options) => m.operators_line_authorise(inputs, options),
  jackpots: (inputs, options) => m.operators_line_jackpots(inputs, options),
  currency: (inputs, options) => m.operators_line_currency(inputs, options),
  help_line: (inputs, options) => m.operators_line_help(inputs, options),
};
