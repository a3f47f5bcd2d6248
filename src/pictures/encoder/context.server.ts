import { createContext } from "react-router";
import type { PictureEncoder } from "./encoder.server.ts";

/** What decodes and encodes pictures, for pages of the desk that take some. */
export const pictureEncoder = createContext<PictureEncoder>();
