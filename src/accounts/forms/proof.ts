/** A solved challenge is worth five minutes; an older one is made anew before it is sent. */
const FRESH_MS = 4 * 60_000;

let proof: { payload: Promise<string>; madeAt: number } | null = null;

/** Begins to work for a proof in the background, as soon as somebody begins to type: nothing has to be clicked or read. */
export function beginProof(): void {
  void freshProof().catch(() => undefined);
}

/** A proof of work, which can be used once; null where none is to be had. */
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
