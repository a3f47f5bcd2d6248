/** A jackpot that was won. `amount` is formatted in the page's language; `paidAt` is ISO, `when` its text. */
export type JackpotRow = { slot: string; model: string; amount: string; paidAt: string; when: string };
/** Home's jackpot block, without the live amount, which is read by script. */
export type JackpotBlock = { redistributed: string | null; latest: JackpotRow[] };

/** The list on the page of jackpots: the latest, the highest of seven or thirty days, or the latest of one machine. */
export type JackpotChoice = { list: "latest" | "week" | "month"; slot: number | null };

/** A row of the page of jackpots: `date` is DD/MM/YYYY and `time` HH:mm on the venue's clock, `paidAt` ISO. */
export type JackpotLineView = {
  id: string;
  slot: string;
  model: string;
  amount: string;
  date: string;
  time: string;
  paidAt: string;
  /** True for the highest amount of the list. */
  isHighest: boolean;
};

export type JackpotsPageView = JackpotChoice & {
  rows: JackpotLineView[];
  /** Whether the page shows the Megapot and the month's sum, which exist in France only. */
  hasMegapot: boolean;
  redistributed: string | null;
};
