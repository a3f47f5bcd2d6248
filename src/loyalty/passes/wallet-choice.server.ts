import type { Refused } from "../../accounts/contract.ts";
import type { Member } from "../../accounts/member.ts";
import type { Visit } from "../../accounts/visit.server.ts";
import type { World } from "../../platform/world.ts";
import { createPass, WALLETS, type Wallet } from "./passes.server.ts";

/** Where the browser goes to add the card to its wallet. */
export type AddedToWallet = { wallet: Wallet; href: string };

/**
 * Creates the pass for the page's form. Google's token is appended to its save address; other links are addresses already.
 * Without a choice, the wallet is that of the requesting device.
 */
export async function addToWallet(
  world: World,
  visit: Visit,
  member: Member,
  { asked, isTemporary, origin }: { asked: string; isTemporary: boolean; origin: string },
): Promise<{ ok: AddedToWallet } | Refused> {
  const wallet = WALLETS.find((name) => name === asked) ?? walletOfDevice(visit.device);
  const made = await createPass(world, visit, member, { wallet, isTemporary, origin });
  if (!("ok" in made)) return made;
  const { link } = made.ok;
  const { google } = world.gateways.wallets;
  return { ok: { wallet, href: wallet === "google" && google !== null ? `${google.saveUrl}${link}` : link } };
}

/** Reads the device's name as in the list of sessions, such as 'Safari, iPhone'. */
function walletOfDevice(device: string): Wallet {
  if (/iPhone|iPad/.test(device)) return "apple";
  return device.includes("Android") ? "google" : "other";
}
