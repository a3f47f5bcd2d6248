import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { callingTyped, countryBeside, type PhoneCountry } from "../phone/shapes.ts";

type CountryBeside = {
  fieldRef: RefObject<HTMLInputElement | null>;
  listRef: RefObject<HTMLSelectElement | null>;
  countries: PhoneCountry[];
  /** The site's own country. */
  home: string;
  initial: string;
};

/**
 * The country whose flag stands beside a number: it follows an international number as it is typed ("" for a country that is
 * not offered) and the list in which one is chosen.
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
  // What was typed and chosen before React came counts.
  const onArrival = useEffectEvent(follow);
  useEffect(() => onArrival(), []);
  return { country, choose, follow };
}
