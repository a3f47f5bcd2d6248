/** A gold line ornament (ornament.css). One to a screen's height. */
export function Ornament({ shape }: { shape: "mark" | "fan" | "sun" }) {
  return <span className={`ornament ornament-${shape}`} aria-hidden="true" />;
}
