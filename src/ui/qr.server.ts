import { create } from "qrcode";

/** A QR code as one path on a square of `side` modules, without its quiet zone. */
export type Qr = { side: number; path: string };

/** Draws a text at error-correction level Q, where a quarter of the code may be covered or torn (section 9). */
export function qrOf(text: string): Qr {
  const { modules } = create(text, { errorCorrectionLevel: "Q" });
  const side = modules.size;
  let path = "";
  for (let row = 0; row < side; row += 1) {
    for (let from = 0; from < side; from += 1) {
      if (modules.get(row, from) === 0) continue;
      let to = from;
      while (to + 1 < side && modules.get(row, to + 1) !== 0) to += 1;
      path += `M${from} ${row}h${to - from + 1}v1h-${to - from + 1}z`;
      from = to;
    }
  }
  return { side, path };
}
