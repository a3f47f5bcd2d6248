/**
 * Age in whole years on a day, both as ISO dates; negative before the birth. In a year without 29 February, somebody born on that day
 * turns a year older on 1 March.
 */
export function ageOn(date: string, birthday: string): number {
  const years = Number(date.slice(0, 4)) - Number(birthday.slice(0, 4));
  return date.slice(5) < birthday.slice(5) ? years - 1 : years;
}
