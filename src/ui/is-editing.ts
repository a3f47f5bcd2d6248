import { createContext } from "react";

/** True on an operator's page: texts and pictures then say which they are. Never in anybody else's page. */
export const IsEditing = createContext(false);
