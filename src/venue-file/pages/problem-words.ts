import { m } from "../../messages/messages.js";

/** The import's messages in the operator's language. The first matching pattern wins. */
const WORDS: [pattern: RegExp, words: (...found: string[]) => string][] = [
  [/^must not be empty: the law/, () => m.desk_p_law()],
  [/^“(.+)”: the age of entry is (\d+)/, (words, age) => m.operators_line_age({ words: words ?? "", age: age ?? "" })],
  [/^“(.+)”: Belgian law/, (words) => m.operators_line_entice({ words: words ?? "" })],
  [/^“(.+)”: play benefits/, (words) => m.operators_line_authorise({ words: words ?? "" })],
  [/^“(.+)”: jackpots/, (words) => m.operators_line_jackpots({ words: words ?? "" })],
  [/^“(.+)”: this help line/, (words) => m.operators_line_help({ words: words ?? "" })],
  [/^must not be empty$|^must have at least 1 /, () => m.desk_p_empty()],
  [/^must have at most (\d+) characters$/, (max) => m.desk_p_long({ max: max ?? "" })],
  [/NUL or broken characters/, () => m.desk_p_characters()],
  [/^must be lower-case words/, () => m.desk_p_slug()],
  [/^must be a colour/, () => m.desk_p_colour()],
  [/^must be an http or https address/, () => m.desk_p_web()],
  [/^must not contain \{time\}/, () => m.desk_p_no_time({ date: "{date}", time: "{time}", party: "{party}" })],
  [/^must be an international number/, () => m.desk_p_phone()],
  [/^must be an e-mail address/, () => m.desk_p_email()],
  [/^must be a time such as|^incorrect time format/, () => m.desk_p_time()],
  [/^must be an instant/, () => m.desk_p_instant()],
  [/^must be a whole number/, () => m.desk_p_whole()],
  [/^must not be negative/, () => m.desk_p_negative()],
  [/^is too large/, () => m.desk_p_large()],
  [/^must be a number/, () => m.desk_p_number()],
  [/^must have at most two decimals/, () => m.desk_p_decimals()],
  [/^no picture /, () => m.desk_p_picture()],
  [/is listed twice$/, () => m.desk_p_twice()],
  [/^must not be before start_at/, () => m.desk_p_before_start()],
  [/^must not be below price_min/, () => m.desk_p_price_max()],
  [/^must not be above seats_total/, () => m.desk_p_seats_left()],
  [/^must be after broadcast_start_at/, () => m.desk_p_before_broadcast()],
  [/^must be between the years/, () => m.desk_p_century()],
  [/^date must be a day/, () => m.desk_p_date()],
  [/^date must not be given twice/, () => m.desk_p_date_twice()],
  [/^schedule object must contain/, () => m.desk_p_schedule()],
  [/^schedules must have at most/, () => m.desk_p_schedules()],
  [/^must (?:be|have) at least (-?[\d.]+)/, (min) => m.desk_p_at_least({ min: min ?? "" })],
  [
    /^must (?:be|have) at most (-?[\d.]+)|must have at most (\d+) entries/,
    (a, b) => m.desk_p_at_most({ max: a || b || "" }),
  ],
  [/^must be a point/, () => m.desk_p_whole()],
  [/^belongs to another/, () => m.desk_p_taken()],
  [/^is missing$/, () => m.desk_p_missing()],
  [/^must be (?:one of |de, |FR, |0 or 1|restaurant|Credit Card|fr or en|.+ or )/, () => m.desk_p_choice()],
];

/** A problem of the import in plain words. */
export function problemWords(message: string): string {
  return knownProblemWords(message) ?? m.desk_p_other();
}

/** A problem of the import in plain words; null for a rare one, which has only the import's English message. */
export function knownProblemWords(message: string): string | null {
  for (const [pattern, words] of WORDS) {
    const found = pattern.exec(message);
    if (found !== null) return words(...found.slice(1).map((one) => one ?? ""));
  }
  return null;
}
