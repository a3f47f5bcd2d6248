import { createContext } from "react-router";
import type { EditingSession } from "./editing.tsx";

/** The operator who edits the page, so that texts and pictures carry their keys; null for everybody else. */
export const pageEditing = createContext<EditingSession | null>(null);
