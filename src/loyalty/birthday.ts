const DAY_MS = 86_400_000;
/** How far from the day a birthday is greeted, either way (G108). */
const NEAR_DAYS = 3;

/** True from three days before the birthday to three days after it, by ISO dates. Who was born on 29 February is greeted around the 28th in other years. */
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
