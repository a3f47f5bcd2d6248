const DAY_MS = 86_400_000;
/** The greeting is shown this many days before and after the birthday. */
const NEAR_DAYS = 3;

/**
 * True from three days before the birthday to three days after it; ISO dates. In other years, a birthday on 29 February counts as
 * the 28th.
 */
export function isNearBirthday(today: string, birthday: string): boolean {
  const at = Date.parse(`${today}T00:00:00Z`);
  const year = Number(today.slice(0, 4));
  return [year - 1, year, year + 1].some((one) => Math.abs(at - birthdayIn(one, birthday)) <= NEAR_DAYS * DAY_MS);
}

function birthdayIn(year: number, birthday: string): number {
  const [, month = 1, day = 1] = birthday.split("-").map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return Date.UTC(year, month - 1, Math.min(day, last));
}
