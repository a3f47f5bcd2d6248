import type { Qr } from "./qr.server.ts";

/** A QR code of 200 pixels, dark on the light ground behind it. `label` says what it is for. */
export function QrCode({ qr, label }: { qr: Qr; label: string }) {
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${qr.side} ${qr.side}`}
      width="200"
      height="200"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={darkPath(qr)} fill="currentColor" />
    </svg>
  );
}

/** The dark modules as one path: each run in a row becomes a bar of height one. */
function darkPath({ side, modules }: Qr): string {
  const isDark = (at: number) => (Number.parseInt(modules[at >> 2] ?? "0", 16) & (8 >> (at & 3))) !== 0;
  let path = "";
  for (let at = 0; at < side * side; at += 1) {
    if (!isDark(at)) continue;
    const from = at;
    while ((at + 1) % side !== 0 && isDark(at + 1)) at += 1;
    const length = at - from + 1;
    path += `M${from % side} ${Math.floor(from / side)}h${length}v1h-${length}z`;
  }
  return path;
}
