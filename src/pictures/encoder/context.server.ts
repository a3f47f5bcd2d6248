import { createContext } from "react-router";
import type { PictureEncoder } from "./encoder.server.ts";

/** The picture encoder, for pages of the desk that accept pictures. */
export const pictureEncoder = createContext<PictureEncoder>();
