import { isUuid } from "../../platform/uuid.ts";
import * as paths from "../../venues/paths.ts";
import type { PassesTable } from "../../../db/tables.ts";
import type { Refused } from "../../accounts/contract.ts";
import { isIncomplete, type Member } from "../../accounts/member.ts";
import { accessRefusal, type Visit } from "../../accounts/visit.server.ts";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { ShownPass } from "../../platform/gateways/passes.ts";
import {
  isSameSecret,
  keyedHash,
  keyedHashes,
  newToken,
  decrypt,
  encrypt,
} from "../../platform/cryptography.server.ts";
import type { World } from "../../platform/world.ts";
import { cardOf, temporaryCardOf } from "../programme-state.server.ts";
import { putCardOnPass } from "./changes.server.ts";
import { insertPass, validPassOf, passBySerial, spendLink } from "./queries.server.ts";
import { passData } from "./pass-data.server.ts";
import { shownPass } from "./shown-pass.ts";

export const PASS_TARGETS = ["google", "apple", "other"] as const;
export type PassTarget = (typeof PASS_TARGETS)[number];

/** How long the link to an Apple pass is valid; it works once. */
const LINK_SECONDS = 300;

/**
 * Adds the member's card to a wallet (POST /users/pplus/wallet/create), or the number reserved until they come to the casino
 * (temp_wallet/create). Returns Google's token, the address of Apple's archive, or the address of the page to print. 409 if there
 * is no card.
 */
export async function createPass(
  world: World,
  visit: Visit,
  member: Member,
  asked: { target: PassTarget; isTemporary: boolean; origin: string },
): Promise<{ ok: { link: string } } | Refused> {
  const refusal = accessRefusal(world, visit);
  if (refusal !== null) return { refusal };
  if (isIncomplete(member)) return { refusal: { kind: "forbidden", error: "account_refused_anomaly" } };
  const card = (await cardOf(world, member)) ?? (asked.isTemporary ? await temporaryCardOf(world, member) : null);
  if (card === null) return { refusal: { kind: "conflict", error: "card_none" } };
  if (asked.target === "other") return { ok: { link: `${asked.origin}${paths.card}` } };
  const gateway = world.gateways.passes[asked.target];
  if (gateway === null) return UNAVAILABLE;
  const pass = await passFor(world, member, card, visit.locale);
  if (asked.target === "apple") return { ok: { link: passLink(world, pass.serial, asked.origin) } };
  return saveAtGoogle(world, pass, asked.origin);
}

const UNAVAILABLE: Refused = {
  refusal: { kind: "unavailable", error: "card_wallet_unavailable", retryAfterSeconds: 60 },
};

/** The account's active pass, created or updated to the present card. */
async function passFor(
  world: World,
  member: Member,
  card: { cardNumber: string; membershipId: string | null },
  locale: "fr" | "en",
): Promise<PassesTable> {
  const at = new Date(Math.floor(world.now().getTime() / 1000) * 1000);
  return inTransaction(world.database, async (tx) => {
    await insertPass(tx, {
      serial: world.uuid(),
      account_id: member.accountId,
      card_number: card.cardNumber,
      membership_id: card.membershipId,
      locale,
      sealed_token: encrypt(world, "pass-token", newToken(world)),
      is_at_google: false,
      created_at: at,
      updated_at: at,
      revoked_at: null,
    });
    const pass = await validPassOf(tx, member.accountId);
    if (pass === null) throw new Error("The pass was not stored");
    if (pass.card_number === card.cardNumber && pass.membership_id === card.membershipId) return pass;
    await putCardOnPass(world, tx, pass.serial, card);
    return { ...pass, card_number: card.cardNumber, membership_id: card.membershipId };
  });
}

async function saveAtGoogle(
  world: World,
  pass: PassesTable,
  origin: string,
): Promise<{ ok: { link: string } } | Refused> {
  const { google } = world.gateways.passes;
  if (google === null) return UNAVAILABLE;
  // Set before the call, so that later changes reach Google even if its answer is lost.
  await world.database.db.updateTable("passes").set({ is_at_google: true }).where("serial", "=", pass.serial).execute();
  try {
    return { ok: { link: await google.save(await shownPassOf(world, pass), origin) } };
  } catch (error) {
    world.log.warn({ err: error }, "cannot create a pass at Google");
    return UNAVAILABLE;
  }
}

/** A pass as phones show it now. */
export async function shownPassOf(world: World, pass: PassesTable): Promise<ShownPass> {
  return shownPass(await passData(world, pass));
}

/** The signed address of an Apple archive, valid once and for five minutes, because whoever opens it has the card. */
function passLink(world: World, serial: string, origin: string): string {
  const expires = String(Math.floor(world.now().getTime() / 1000) + LINK_SECONDS);
  const once = Buffer.from(world.random(16)).toString("base64url");
  const query = new URLSearchParams({ expires, once, signature: signaturesOf(world, serial, expires, once)[0] ?? "" });
  return `${origin}/passes/${serial}.pkpass?${query}`;
}

/** The pass of a signed address, the first time it is opened; null for every other address. */
export async function passOfLink(world: World, serial: string, query: URLSearchParams): Promise<PassesTable | null> {
  const [expires, once, signature] = ["expires", "once", "signature"].map((name) => query.get(name) ?? "");
  if (!isUuid(serial) || !/^\d{1,12}$/.test(expires ?? "") || !/^[\w-]{22}$/.test(once ?? "")) return null;
  const own = signaturesOf(world, serial, expires ?? "", once ?? "");
  if (!own.some((one) => isSameSecret(signature ?? "", one))) return null;
  const until = new Date(Number(expires) * 1000);
  if (until <= world.now()) return null;
  return inTransaction(world.database, async (tx) => {
    const isFirst = await spendLink(tx, keyedHash(world, "pass-link", once ?? ""), until);
    return isFirst ? passBySerial(tx, serial) : null;
  });
}

/** The pass whose token the phone sent (`Authorization: ApplePass …`); null for a wrong one. */
export async function passOfToken(
  world: World,
  serial: string,
  authorization: string | undefined,
): Promise<PassesTable | null> {
  const token = /^ApplePass ([\w-]{43})$/.exec(authorization ?? "")?.[1] ?? "";
  const pass = isUuid(serial) ? await passBySerial(world.database.db, serial) : null;
  if (pass === null) return null;
  return isSameSecret(token, tokenOf(world, pass)) ? pass : null;
}

export function tokenOf(world: World, pass: PassesTable): string {
  const token = decrypt(world, "pass-token", pass.sealed_token);
  if (token === null) throw new Error("The pass's token was encrypted with other secrets");
  return token;
}

/** The present signature, and that before the last rotation of the secrets. */
function signaturesOf(world: World, serial: string, expires: string, once: string): string[] {
  const made = keyedHashes(world, "pass-link", serial, expires, once);
  return made.map((one) => Buffer.from(one).toString("base64url"));
}
