/**
 * Whole years of age on a day, both as ISO dates; negative before the birth. Who was born on 29 February turns a year older on
 * 1 March of the years without one.
 */
export function ageOn(date: string, birthday: string): number {
  const years = Number(date.slice(0, 4)) - Number(birthday.slice(0, 4));
  return date.slice(5) < birthday.slice(5) ? years - 1 : years;
}
