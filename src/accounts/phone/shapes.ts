/** National formats of mobile numbers. A rough check for the browser; the server's metadata decides which numbers exist. */
const AT_HOME: Record<string, RegExp> = {
  FR: /^0?[67]\d{8}$/,
  CH: /^0?7[4-9]\d{7}$/,
  BE: /^0?4[5-9]\d{7}$/,
  DE: /^0?1[5-7]\d{8,9}$/,
};
const ABROAD = /^(?:\+|00)[1-9]\d{7,14}$/;
const ELSEWHERE = /^\d{6,15}$/;

/** True where a number is plausible enough to ask the server; enables the button that sends the code. Browser-safe. */
export function looksLikeMobile(typed: string, country: string): boolean {
  const number = bare(typed);
  return ABROAD.test(number) || (AT_HOME[country] ?? ELSEWHERE).test(number);
}

/**
 * Which of the offered calling codes an international number begins with; "" for none of them; null where the number is not
 * international or may still become one of them. Browser-safe.
 */
export function callingTyped(typed: string, offered: readonly string[]): string | null {
  const digits = /^(?:\+|00)(\d+)/.exec(bare(typed))?.[1];
  if (digits === undefined) return null;
  const calling = offered.find((code) => digits.startsWith(code));
  return calling ?? (offered.some((code) => code.startsWith(digits)) ? null : "");
}

function bare(typed: string): string {
  return typed.replaceAll(/[\s().\-/]/g, "");
}

export type PhoneCountry = { code: string; name: string; calling: string };

/**
 * The country whose flag stands beside a number: that of its international prefix ("" for one that is not offered), else the chosen
 * one. Browser-safe.
 */
export function countryBeside(countries: readonly PhoneCountry[], typed: string, chosen: string): string {
  const calling = callingTyped(
    typed,
    countries.map((country) => country.calling),
  );
  const isNamed = (code: string) => countries.some((one) => one.code === code && one.calling === calling);
  if (calling === null || isNamed(chosen)) return chosen;
  return countries.find((country) => country.calling === calling)?.code ?? "";
}
