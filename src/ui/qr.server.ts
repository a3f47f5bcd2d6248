import { create } from "qrcode";

/** A QR code as data: a square of `side` modules without its quiet zone, row after row, four modules to a hex digit. */
export type Qr = { side: number; modules: string };

/** Draws a text at error-correction level Q, where a quarter of the code may be covered or torn (section 9). */
export function qrOf(text: string): Qr {
  const { modules } = create(text, { errorCorrectionLevel: "Q" });
  let hex = "";
  for (let at = 0; at < modules.data.length; at += 4) {
    const [first = 0, second = 0, third = 0, fourth = 0] = modules.data.subarray(at, at + 4);
    hex += (first * 8 + second * 4 + third * 2 + fourth).toString(16);
  }
  return { side: modules.size, modules: hex };
}
