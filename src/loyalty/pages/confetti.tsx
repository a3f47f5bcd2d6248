import { useEffect, useRef, useState } from "react";

const PIECES = 110;
const LIFE_MS = 2_600;
const GRAVITY = 900;

type Piece = { x: number; y: number; dx: number; dy: number; turn: number; spin: number; size: number; color: string };

/** Confetti that falls once, behind the code to be scanned. Nothing with reduced motion. */
export function Confetti() {
  const ref = useRef<HTMLCanvasElement>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const canvas = ref.current;
    if (canvas === null) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return setOver(true);
    return fallOn(canvas, () => setOver(true));
  }, []);
  return isOver ? null : <canvas className="confetti" ref={ref} aria-hidden="true" />;
}

/** Paints the pieces until their time is over; returns a function that stops it. */
function fallOn(canvas: HTMLCanvasElement, onEnd: () => void): () => void {
  canvas.width = innerWidth;
  canvas.height = innerHeight;
  const brush = canvas.getContext("2d");
  const pieces = Array.from({ length: PIECES }, () => pieceOf(canvas));
  let before = performance.now();
  const end = before + LIFE_MS;
  let frame = 0;

  function paint(now: number): void {
    const seconds = Math.min(0.05, (now - before) / 1000);
    before = now;
    brush?.clearRect(0, 0, canvas.width, canvas.height);
    for (const piece of pieces) if (brush !== null) draw(brush, fall(piece, seconds), (end - now) / LIFE_MS);
    if (now < end) frame = requestAnimationFrame(paint);
    else onEnd();
  }
  frame = requestAnimationFrame(paint);
  return () => cancelAnimationFrame(frame);
}

function pieceOf({ width, height }: HTMLCanvasElement): Piece {
  const venue = getComputedStyle(document.documentElement).getPropertyValue("--venue-fill").trim() || "#cd2d26";
  const colors = ["#cfae72", "#b58a45", "#e7d9bd", venue];
  return {
    x: width / 2 + (Math.random() - 0.5) * 120,
    y: height * 0.32,
    dx: (Math.random() - 0.5) * Math.min(width, 900),
    dy: -200 - Math.random() * 420,
    turn: Math.random() * 6,
    spin: (Math.random() - 0.5) * 12,
    size: 4 + Math.random() * 6,
    color: colors[Math.floor(Math.random() * colors.length)] ?? venue,
  };
}

function fall(piece: Piece, seconds: number): Piece {
  piece.x += piece.dx * seconds;
  piece.y += piece.dy * seconds;
  piece.dy += GRAVITY * seconds;
  piece.turn += piece.spin * seconds;
  return piece;
}

function draw(brush: CanvasRenderingContext2D, { x, y, turn, size, color }: Piece, left: number): void {
  brush.save();
  brush.globalAlpha = Math.max(0, Math.min(1, left * 2));
  brush.translate(x, y);
  brush.rotate(turn);
  brush.fillStyle = color;
  brush.fillRect(-size / 2, -size / 4, size, size / 2);
  brush.restore();
}
