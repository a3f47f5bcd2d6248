/** A solved challenge is valid for five minutes; one older than four is solved again before it is sent. */
const FRESH_MS = 4 * 60_000;

let proof: { payload: Promise<string>; madeAt: number } | null = null;

/** Starts the proof of work in the background when somebody begins to type, so that nobody has to click or read anything. */
export function beginProof(): void {
  void freshProof().catch(() => undefined);
}

/** Takes a proof of work, which can be used once; null where none can be had. */
export async function takeProof(): Promise<string | null> {
  const payload = await freshProof().catch(() => null);
  proof = null;
  return payload;
}

function freshProof(): Promise<string> {
  const now = Date.now();
  if (proof === null || now - proof.madeAt > FRESH_MS) {
    const made = { payload: solved(), madeAt: now };
    proof = made;
    made.payload.catch(() => {
      if (proof === made) proof = null;
    });
  }
  return proof.payload;
}

async function solved(): Promise<string> {
  const { solve } = await import("./proof-solver.ts");
  return solve("/api/captcha");
}
