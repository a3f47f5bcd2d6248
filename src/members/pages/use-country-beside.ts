import { useEffect, useEffectEvent, useRef, useState } from "react";
import { callingTyped, countryBeside, type PhoneCountry } from "../phone-shapes.ts";

/**
 * The country whose flag stands beside a number: it follows an international number as it is typed ("" for a country that is
 * not offered) and the list in which one is chosen.
 */
export function useCountryBeside(countries: PhoneCountry[], home: string, initial: string) {
  const fieldRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<HTMLSelectElement>(null);
  const [country, setCountry] = useState(initial);
  const choose = (code: string) => {
    setCountry(code);
    if (listRef.current !== null) listRef.current.value = code;
  };
  const follow = () => {
    const typed = fieldRef.current?.value ?? "";
    const chosen = listRef.current?.value ?? home;
    const isInternational =
      callingTyped(
        typed,
        countries.map(({ calling }) => calling),
      ) !== null;
    choose(isInternational ? countryBeside(countries, typed, chosen) : chosen === "" ? home : chosen);
  };
  // What was typed and chosen before React came counts.
  const onArrival = useEffectEvent(follow);
  useEffect(() => onArrival(), []);
  return { country, fieldRef, listRef, choose, follow };
}
