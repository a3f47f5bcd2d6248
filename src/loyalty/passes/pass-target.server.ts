import type { Refused } from "../../accounts/contract.ts";
import type { Member } from "../../accounts/member.ts";
import type { Visit } from "../../accounts/visit.server.ts";
import type { World } from "../../platform/world.ts";
import { createPass, PASS_TARGETS, type PassTarget } from "./passes.server.ts";

/** Where the browser goes to add the card to its wallet. */
export type AddedPass = { target: PassTarget; href: string };

/**
 * Creates the pass for the page's form. Google's token is appended to its save address; other links are addresses already.
 * Without a choice, the wallet is that of the requesting device.
 */
export async function addPass(
  world: World,
  visit: Visit,
  member: Member,
  { asked, isTemporary, origin }: { asked: string; isTemporary: boolean; origin: string },
): Promise<{ ok: AddedPass } | Refused> {
  const target = PASS_TARGETS.find((name) => name === asked) ?? targetOfDevice(visit.device);
  const made = await createPass(world, visit, member, { target, isTemporary, origin });
  if (!("ok" in made)) return made;
  const { link } = made.ok;
  const { google } = world.gateways.passes;
  return { ok: { target, href: target === "google" && google !== null ? `${google.saveUrl}${link}` : link } };
}

/** Reads the device's name as in the list of sessions, such as 'Safari, iPhone'. */
function targetOfDevice(device: string): PassTarget {
  if (/iPhone|iPad/.test(device)) return "apple";
  return device.includes("Android") ? "google" : "other";
}
