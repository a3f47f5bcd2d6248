/** A jackpot that was won. `amount` is formatted in the page's language; `paidAt` is ISO, `when` its text. */
export type JackpotRow = { slot: string; model: string; amount: string; paidAt: string; when: string };
/** Home's jackpot block; the live amount arrives by script and is not in here. */
export type JackpotBlock = { redistributed: string | null; latest: JackpotRow[] };
