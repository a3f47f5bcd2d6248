import { useState } from "react";

/** A yes or no that outlives the page, not the tab. */
export function useStored(name: string, standard: boolean): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => {
    const stored = sessionStorage.getItem(name);
    return stored === null ? standard : stored === "yes";
  });
  return [
    value,
    (next) => {
      sessionStorage.setItem(name, next ? "yes" : "no");
      setValue(next);
    },
  ];
}
