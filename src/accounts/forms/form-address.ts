import { createContext } from "react";

/** Where the forms of a page post to: the page's own address with only the safe parts of the query. */
export const FormAddress = createContext<string | undefined>(undefined);
