import { createContext } from "react";

/** Where the forms of a page post to: its own address with nothing of the query but what is safe. */
export const FormAddress = createContext<string | undefined>(undefined);
