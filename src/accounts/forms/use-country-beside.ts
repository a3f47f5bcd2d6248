import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { callingTyped, countryBeside, type PhoneCountry } from "../phone/shapes.ts";

type CountryBeside = {
  fieldRef: RefObject<HTMLInputElement | null>;
  listRef: RefObject<HTMLSelectElement | null>;
  countries: PhoneCountry[];
  /** The site's country. */
  home: string;
  initial: string;
};

/**
 * The country whose flag stands beside a number. It follows an international prefix as it is typed ("" for a country that is not
 * offered), and the list of countries.
 */
export function useCountryBeside({ fieldRef, listRef, countries, home, initial }: CountryBeside) {
  const [country, setCountry] = useState(initial);
  const choose = (code: string) => {
    setCountry(code);
    if (listRef.current !== null) listRef.current.value = code;
  };
  const follow = () => {
    const typed = fieldRef.current?.value ?? "";
    const chosen = listRef.current?.value ?? home;
    const offered = countries.map(({ calling }) => calling);
    const isInternational = callingTyped(typed, offered) !== null;
    const own = chosen === "" ? home : chosen;
    choose(isInternational ? countryBeside(countries, typed, chosen) : own);
  };
  // Apply what was typed and chosen before hydration.
  const onArrival = useEffectEvent(follow);
  useEffect(() => onArrival(), []);
  return { country, choose, follow };
}
