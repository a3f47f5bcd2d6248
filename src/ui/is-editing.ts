import { createContext } from "react";

/** True on a page that an operator edits: texts and pictures then carry their keys. False for everybody else. */
export const IsEditing = createContext(false);
