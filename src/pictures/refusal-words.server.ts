import { m } from "../messages/messages.js";
import type { Words } from "../platform/api/errors.server.ts";
import type { PictureRefusal } from "./pictures.server.ts";

/** Why a picture was refused, in the words of the desk and of the editor in the page. */
export const PICTURE_WORDS: Record<PictureRefusal["code"], Words> = {
  too_large: m.operators_too_large,
  not_a_picture: m.operators_picture_format,
  too_many_pixels: m.operators_picture_pixels,
  animated: m.operators_picture_animated,
  broken: m.operators_picture_broken,
  too_heavy: m.operators_picture_heavy,
  busy: m.operators_picture_busy,
};
