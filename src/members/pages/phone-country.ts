import { callingTyped } from "../phone-shapes.ts";

/** The flag beside a number follows an international number as it is typed; a country that is not offered has none. */
export function followPrefix(field: HTMLInputElement): void {
  const list = countriesOf(field);
  const calling = list === null ? null : callingOf(field, list);
  if (list === null || list.selectedOptions[0]?.dataset["calling"] === calling) return;
  if (calling !== null) list.value = [...list.options].find((one) => one.dataset["calling"] === calling)?.value ?? "";
  else if (list.value === "") list.value = list.dataset["home"] ?? "";
}

/** True for a number of a country that the list does not offer. */
export function isOfNoCountry(field: HTMLInputElement): boolean {
  const list = countriesOf(field);
  return list !== null && callingOf(field, list) === "";
}

function countriesOf(field: HTMLInputElement): HTMLSelectElement | null {
  return field.form?.querySelector<HTMLSelectElement>("select[name=country]") ?? null;
}

function callingOf(field: HTMLInputElement, list: HTMLSelectElement): string | null {
  return callingTyped(
    field.value,
    [...list.options].flatMap(({ dataset }) => dataset["calling"] ?? []),
  );
}
