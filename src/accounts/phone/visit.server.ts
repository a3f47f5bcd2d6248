import { z } from "zod";
import type { World } from "../../platform/world.ts";
import type { Member } from "../member.ts";
import { isAwaited, LIFE_SECONDS } from "./codes.server.ts";
import { heldInCookie, sealedValue } from "../sessions/sealed-cookie.server.ts";

/**
 * What the code's screen is made of, sealed in one short-lived HttpOnly cookie and never in an address: whoever comes back from the
 * messages of their phone finds the screen again, though the page was loaded anew.
 */
const COOKIE = { name: "phone_code", sealing: "phone-visit" } as const;

const text = z.string().max(300);
const phoneVisit = z.object({
  token: text,
  purpose: z.enum(["verify_phone", "leave_phone"]),
  device: text,
  country: text,
  optins: text,
  /** Whether the member went back to the number's form on purpose. */
  isAside: z.boolean(),
});
export type PhoneVisit = z.output<typeof phoneVisit>;

/** The Set-Cookie that holds the screen of a code that was just sent, or that its member leaves for the number's form. */
export function holdCode(world: World, visit: PhoneVisit): string {
  return `${COOKIE.name}=${sealedValue(world, COOKIE.sealing, visit)}; ${attributes(LIFE_SECONDS)}`;
}

/** What a request holds, if it is ours and its code can still be checked in the member's own session; else null. */
export async function heldCode(world: World, member: Member, request: Request): Promise<PhoneVisit | null> {
  const held = heldInCookie(world, request, COOKIE, phoneVisit);
  return held !== undefined && (await isAwaited(world, member, held.token)) ? held : null;
}

export function endedCode(): string {
  return `${COOKIE.name}=; ${attributes(0)}`;
}

function attributes(seconds: number): string {
  // The path of its data (`/phone-define.data`) lies beside the page, not below it.
  return `Path=/; Max-Age=${seconds}; Secure; HttpOnly; SameSite=Lax`;
}
