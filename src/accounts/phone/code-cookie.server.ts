import { z } from "zod";
import type { World } from "../../platform/world.ts";
import type { Member } from "../member.ts";
import { isAwaited, LIFE_SECONDS } from "./codes.server.ts";
import { decryptCookie, encryptedValue } from "../sessions/encrypted-cookie.server.ts";

/**
 * The code screen, encrypted in a short-lived HttpOnly cookie and never in an address. A visitor who returns from the messages of their
 * phone finds the screen again, even if the page was reloaded.
 */
const COOKIE = { name: "phone_code", purpose: "phone-visit" } as const;

const text = z.string().max(300);
const screen = z.object({
  /** Empty where no code was sent: the member left the number form for a provider. */
  token: text,
  purpose: z.enum(["verify_phone", "leave_phone", "fresh"]),
  device: text,
  country: text,
  optins: text,
  /** True where the member went back to the number form on purpose. */
  isAside: z.boolean(),
});
export type HeldCode = z.output<typeof screen>;

/** The Set-Cookie for the screen of a code that was just sent, or that the member leaves for the number form. */
export function holdCode(world: World, held: HeldCode): string {
  return `${COOKIE.name}=${encryptedValue(world, COOKIE.purpose, held)}; ${attributes(LIFE_SECONDS)}`;
}

/** The code screen of a request, if it is of these purposes, we encrypted it and this member's session can still check its code; else null. */
export async function heldCode(
  world: World,
  member: Member,
  request: Request,
  purposes: readonly HeldCode["purpose"][],
): Promise<HeldCode | null> {
  const held = decryptCookie(world, request, COOKIE, screen);
  if (held === undefined || !purposes.includes(held.purpose)) return null;
  return held.token === "" || (await isAwaited(world, member, held.token)) ? held : null;
}

export function endedCode(): string {
  return `${COOKIE.name}=; ${attributes(0)}`;
}

function attributes(seconds: number): string {
  // Path=/, because the router's data (`/phone-define.data`) lie beside the page, not below it.
  return `Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`;
}
