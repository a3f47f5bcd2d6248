import { GROUP } from "../../venues/group.ts";
import { m } from "../../messages/messages.js";
import { wallTime, zoneOfCountry } from "../../platform/time-zones.ts";
import type { Locale } from "../../venues/contract.ts";
import { dayAt } from "../../venues/language/dates.ts";
import { money, signedMoney } from "../../venues/language/numbers.ts";
import type { Venue } from "../../venues/venue.ts";
import type { MovementKind } from "../balance/movements.ts";
import type { BalanceNow, Statement, StatementLine } from "../balance/statement.server.ts";

export type LineView = ReturnType<typeof lineView>;

/**
 * The statement as texts in the reader's language. Days are those of the venue where the movement happened; expiry days are those of the group's time zone. Call it inside the
 * reader's locale.
 */
export function statementView(statement: Statement, locale: Locale, venues: readonly Venue[]) {
  const lines = statement.lines.map((line) => {
    const venue = venues.find(({ siteId }) => siteId === line.siteId);
    const zone = venue === undefined ? GROUP.timeZone : zoneOfCountry(venue.country);
    return {
      month: dayAt(line.at, { locale, timeZone: zone }, "month"),
      view: lineView(line, { venue, zone, locale }),
    };
  });
  const months = Map.groupBy(lines, ({ month }) => month);
  return {
    balance: shown(statement.balance, locale),
    remark: remarkOf(statement, locale),
    months: [...months].map(([name, rows]) => ({ name, lines: rows.map(({ view }) => view) })),
    older: statement.older,
  };
}

function lineView(
  line: StatementLine,
  { venue, zone, locale }: { venue: Venue | undefined; zone: string; locale: Locale },
) {
  const day = dayAt(line.at, { locale, timeZone: zone }, "day");
  return {
    id: String(line.entryId),
    what: movementWords(line),
    /** '21 novembre, Port-Sérac' */
    where: venue === undefined ? day : `${day}, ${venue.name}`,
    isoDay: wallTime(line.at, zone).date,
    amount: signedMoney(line.amount, "EUR", locale),
    isCredit: line.amount > 0n,
    balance: m.loyalty_statement_balance_after({ amount: shown(line.balance, locale) }),
    note: noteOf(line, locale),
  };
}

function noteOf({ lot, expiredAt, amount }: StatementLine, locale: Locale): string | null {
  if (expiredAt !== null) return m.loyalty_statement_unused({ date: lastDay(expiredAt, locale) });
  if (lot === null || lot.left === 0n) return null;
  const date = lastDay(lot.expiresAt, locale);
  if (lot.left === amount) return m.loyalty_statement_until({ date });
  return m.loyalty_statement_left({ amount: money(lot.left, "EUR", locale), date });
}

/** What expires next, or what is owed; null if neither. */
export function remarkOf({ balance, next }: BalanceNow, locale: Locale): string | null {
  if (balance < 0n) return m.loyalty_balance_owed({ amount: money(-balance, "EUR", locale) });
  if (next === null) return null;
  return m.loyalty_balance_next({
    amount: money(next.amount, "EUR", locale),
    date: lastDay(next.expiresAt, locale),
  });
}

/** A negative balance shows as 0. */
function shown(cents: bigint, locale: Locale): string {
  return money(cents < 0n ? 0n : cents, "EUR", locale);
}

/** The last day before an exclusive end. */
function lastDay(end: Date, locale: Locale): string {
  return dayAt(new Date(end.getTime() - 1), { locale, timeZone: GROUP.timeZone }, "date");
}

const WORDS: Record<Exclude<MovementKind, "reversal">, () => string> = {
  slots: m.loyalty_kind_slots,
  elec: m.loyalty_kind_elec,
  bje: m.loyalty_kind_bje,
  ra: m.loyalty_kind_ra,
  bj: m.loyalty_kind_bj,
  uth: m.loyalty_kind_uth,
  thp: m.loyalty_kind_thp,
  restaurant: m.loyalty_kind_restaurant,
  hotel: m.loyalty_kind_hotel,
  referral: m.loyalty_kind_referral,
  referral_share: m.loyalty_kind_referral_share,
  spending: m.loyalty_kind_spending,
  expiry: m.loyalty_kind_expiry,
};

/** The name of a movement in the reader's language. */
function movementWords({ kind, takenBack }: Pick<StatementLine, "kind" | "takenBack">): string {
  if (kind === "reversal") return m.loyalty_kind_reversal({ kind: wordOf(takenBack ?? "") });
  return wordOf(kind);
}

function wordOf(kind: string): string {
  return (WORDS as Partial<Record<string, () => string>>)[kind]?.() ?? m.loyalty_kind_other();
}
