import type { Qr } from "./qr.server.ts";

/** A QR code of 200 pixels (section 9), dark on whatever light stands behind it. What it is for is its name. */
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
      <path d={qr.path} fill="currentColor" />
    </svg>
  );
}
