import { createContext } from "react-router";
import type { EditingSession } from "./editing.tsx";

/** Who edits the page, whose texts and pictures then say which they are; null for everybody else. */
export const pageEditing = createContext<EditingSession | null>(null);
