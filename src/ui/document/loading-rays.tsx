const RAYS = [
  "M48.4 71.8L7 64.5",
  "M51.2 64L28.7 51",
  "M56.6 57.6L29.6 25.4",
  "M63.8 53.4L54.9 29",
  "M72 52V10",
  "M80.2 53.4L89.1 29",
  "M87.4 57.6L114.4 25.4",
  "M92.8 64L115.3 51",
  "M95.6 71.8L137 64.5",
];

/** The loading indicator: nine rays light up in turn. With reduced motion, half of them are lit. */
export function LoadingRays() {
  return (
    <svg
      className="loading-rays"
      viewBox="0 0 144 84"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {RAYS.map((ray) => (
        <path className="loading-ray" d={ray} key={ray} />
      ))}
      <path d="M56 76a16 16 0 0 1 32 0M8 80.5H136" />
    </svg>
  );
}
