import { createRef } from "react";

/** The large picture at the top of a page, if it has one; the header is transparent over it. The page sets it as `ref`. */
export const firstScreen = createRef<HTMLElement>();
