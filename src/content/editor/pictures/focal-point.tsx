import { m } from "../../../messages/messages.js";
import { isTooBright } from "../../../pictures/light.ts";
import { aspectOf, PICTURE_CROPS } from "../../../ui/pictures/crops.ts";

/** How many pixels a side of the picture is sampled at. */
const SAMPLE = 32;

type FocalProps = {
  href: string;
  point: { x: number; y: number };
  onPoint: (point: { x: number; y: number }) => void;
  onLight: (isBright: boolean) => void;
};

/** The point that stays visible in every crop: set by a click on the picture, or by two sliders. */
export function FocalPoint({ href, point, onPoint, onLight }: FocalProps) {
  return (
    <div className="op-focal">
      <div className="op-focal-picture">
        {/* The sliders do the same by keyboard. */}
        <img
          src={href}
          alt=""
          onLoad={({ currentTarget }) => onLight(looksTooBright(currentTarget))}
          onPointerDown={({ currentTarget, clientX, clientY }) => {
            const box = currentTarget.getBoundingClientRect();
            onPoint({ x: fraction((clientX - box.left) / box.width), y: fraction((clientY - box.top) / box.height) });
          }}
        />
        <i className="op-focal-mark" style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }} />
      </div>
      {(["x", "y"] as const).map((axis) => (
        <label key={axis} className="op-field">
          {axis === "x" ? m.operators_ui_focal_x() : m.operators_ui_focal_y()}
          <input
            type="range"
            min={0}
            max={100}
            value={Math.round(point[axis] * 100)}
            onChange={({ target }) => onPoint({ ...point, [axis]: Number(target.value) / 100 })}
          />
        </label>
      ))}
    </div>
  );
}

/** The picture in each of its crops. */
export function Crops({ href, point }: { href: string; point: { x: number; y: number } }) {
  return (
    <ul className="op-crops" aria-label={m.operators_ui_crops()}>
      {PICTURE_CROPS.map((crop) => (
        <li key={crop}>
          <img
            src={href}
            alt=""
            style={{ aspectRatio: aspectOf(crop), objectPosition: `${point.x * 100}% ${point.y * 100}%` }}
          />
          <span>{crop}</span>
        </li>
      ))}
    </ul>
  );
}

function fraction(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
}

/**
 * The server's check for brightness, run before the upload. The picture is of this site or a chosen file, so its pixels
 * may be read.
 */
function looksTooBright(image: HTMLImageElement): boolean {
  const canvas = new OffscreenCanvas(SAMPLE, SAMPLE);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null || image.naturalWidth === 0) return false;
  context.drawImage(image, 0, 0, SAMPLE, SAMPLE);
  return isTooBright(context.getImageData(0, 0, SAMPLE, SAMPLE).data, { rows: SAMPLE, channels: 4 });
}
