import { useState } from "react";
import { recallInTab, rememberInTab } from "../../ui/tab-storage.ts";

/** A yes or no that lasts longer than the page, and as long as the tab. */
export function useStored(name: string, standard: boolean): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => {
    const stored = recallInTab(name);
    return stored === null ? standard : stored === "yes";
  });
  return [
    value,
    (next) => {
      rememberInTab(name, next ? "yes" : "no");
      setValue(next);
    },
  ];
}
