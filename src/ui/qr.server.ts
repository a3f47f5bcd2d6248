import { create } from "qrcode";

/** A QR code as data: a square of `side` modules without quiet zone, row by row, four modules per hex digit. */
export type Qr = { side: number; modules: string };

/** Encodes a text at error-correction level Q: it stays readable with a quarter of the code damaged. */
export function qrOf(text: string): Qr {
  const { modules } = create(text, { errorCorrectionLevel: "Q" });
  let hex = "";
  for (let at = 0; at < modules.data.length; at += 4) {
    const [first = 0, second = 0, third = 0, fourth = 0] = modules.data.subarray(at, at + 4);
    hex += (first * 8 + second * 4 + third * 2 + fourth).toString(16);
  }
  return { side: modules.size, modules: hex };
}
