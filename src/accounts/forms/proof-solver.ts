import { pbkdf2, solveChallenge } from "altcha/lib";

const TIMEOUT_MS = 10_000;

/** Fetches a challenge and returns the value for the `recaptcha` field. Rejects where none can be had. */
export async function solve(href: string): Promise<string> {
  const answer = await fetch(href, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`The server gave no challenge: ${answer.status}`);
  const challenge = (await answer.json()) as Parameters<typeof solveChallenge>[0]["challenge"];
  const solution = await solveChallenge({ challenge, deriveKey: pbkdf2.deriveKey });
  if (solution === null) throw new Error("The challenge was not solved");
  return btoa(JSON.stringify({ challenge, solution }));
}
