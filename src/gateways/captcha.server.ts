import { createHash } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { CaptchaGateway } from "../platform/gateways/captcha.ts";

export type CaptchaSettings = {
  /** Keys of 32 bytes in hexadecimal, shared by all nodes of an installation. The first one signs, each of them may check. */
  keys: () => [string, ...string[]];
  now: () => Date;
  random: (size: number) => Uint8Array;
  work?: Work;
};
type Work = { cost: number; counterMin: number; counterMax: number };

/** Takes under a second on a phone: 60 to 140 derivations of a few milliseconds, shared by the solver's workers. */
const PHONE_WORK: Work = { cost: 5_000, counterMin: 60, counterMax: 140 };
const LIFE_SECONDS = 5 * 60;
const PAYLOAD_MAX = 4_000;

const hex = z.string().regex(/^[0-9a-f]{2,128}$/);
const solved = z.object({
  challenge: z.object({
    parameters: z.looseObject({ data: z.object({ until: z.int() }), expiresAt: z.unknown() }),
    signature: hex,
  }),
  solution: z.object({ counter: z.int(), derivedKey: hex }),
});
type VerifiedChallenge = Parameters<typeof verifySolution>[0]["challenge"];

/**
 * Proof of work by ALTCHA, protocol 2: it needs no cookie and no consent. The binding expiry is the signed
 * `data.until`, compared with the injected clock, because the library reads the machine's clock. `expiresAt` is
 * unsigned and only tells the browser when to ask for a new challenge.
 */
export function openCaptcha({ keys, now, random, work = PHONE_WORK }: CaptchaSettings): CaptchaGateway {
  const seconds = () => Math.floor(now().getTime() / 1000);
  return {
    async challenge() {
      const until = seconds() + LIFE_SECONDS;
      const challenge = await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost: work.cost,
        counter: between(work.counterMin, work.counterMax, random),
        data: { until },
        deriveKey,
        ...secretsOf(keys()[0]),
      });
      return { parameters: { ...challenge.parameters, expiresAt: until }, signature: challenge.signature ?? "" };
    },
    async check(payload) {
      const given = readPayload(payload);
      if (given === null) return "refused";
      const { expiresAt: _hint, ...parameters } = given.challenge.parameters;
      const challenge = { parameters, signature: given.challenge.signature } as unknown as VerifiedChallenge;
      const solved = { challenge, solution: given.solution, deriveKey };
      const checks = keys().map((key) => verifySolution({ ...solved, ...secretsOf(key) }));
      const isVerified = (await Promise.all(checks)).some(({ verified }) => verified);
      if (!isVerified || parameters.data.until <= seconds()) return "refused";
      const hash = createHash("sha256").update(given.challenge.signature).digest();
      return { hash: new Uint8Array(hash), expiresAt: new Date(parameters.data.until * 1000) };
    },
  };
}

function secretsOf(key: string) {
  return { hmacSignatureSecret: `challenge ${key}`, hmacKeySignatureSecret: `solution ${key}` };
}

function readPayload(payload: string): z.output<typeof solved> | null {
  if (payload.length > PAYLOAD_MAX) return null;
  try {
    return solved.safeParse(JSON.parse(Buffer.from(payload, "base64").toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}

/** The modulo bias of 32 random bits is negligible for a range of about a hundred. */
function between(min: number, max: number, random: (size: number) => Uint8Array): number {
  return min + (Buffer.from(random(4)).readUInt32BE() % (max - min + 1));
}
