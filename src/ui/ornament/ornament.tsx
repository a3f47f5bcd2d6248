/** A gold line ornament (ornament.css). Use at most one per screen height. */
export function Ornament({ shape }: { shape: "mark" | "fan" | "sun" }) {
  return <span className={`ornament ornament-${shape}`} aria-hidden="true" />;
}
