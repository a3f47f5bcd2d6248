import { createRef } from "react";

/** The picture that the page opens with, where it has one: the header has no ground of its own on it. A page sets it as `ref`. */
export const firstScreen = createRef<HTMLElement>();
