import { publicEncrypt, constants, createPublicKey, type JsonWebKey } from "node:crypto";
import { createMembership, issueCard } from "../../src/loyalty/memberships.server.ts";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import type { TestApp } from "../support/test-app.ts";
import { peopleOf, type Answered, type People } from "../support/people.ts";
import { linkAccount } from "../../src/loyalty/queries.server.ts";

export const PIN = "1234";
/** Numbers from the range that the French regulator reserves for fiction. */
let phones = 100;
let members = 0;
let events = 0;

export type WalletMember = { token: string; email: string; membershipId: string; card: string };
type Answer = Answered & {
  body: { data?: unknown; unlock?: string; error?: unknown; error_details?: { code: number } };
};

/** Members with a card, and the floor calls that give them PINs and wallets. */
export function walletPeopleOf(app: TestApp, people: People = peopleOf(app)) {
  async function floor(method: string, path: string, body: object, site = 151) {
    const answer = await app.send("localhost:3000", `/api/floor${path}`, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer floor-${site}` },
      body: JSON.stringify({ event_id: `wallet-${(events += 1)}`, ...body }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }
  const call = (method: string, path: string, token: string, body?: unknown, headers: Record<string, string> = {}) =>
    people.call(method, path, { token, headers, ...(body === undefined ? {} : { body }) }) as Promise<Answer>;
  const pinKey = async (token: string) =>
    (await call("GET", "/pin-key", token)).body.data as { jwk: JsonWebKey; challenge: string };

  return {
    people,
    floor,
    call,
    pinKey,
    /** Makes a member with a verified phone and an active card, with a PIN and a wallet at each of `sites`. */
    async member({ sites = [151], lastname = "Delmas-Ferré" }: { sites?: number[]; lastname?: string } = {}) {
      const email = `wallet-${(members += 1)}@example.test`;
      const token = await people.member(email, { lastname });
      const { world } = app;
      const member = await inTransaction(world.database, async (tx) => {
        const account = await tx
          .updateTable("accounts")
          .set({
            mobile_phone: `+336399${String((phones += 1)).padStart(5, "0")}`,
            mobile_phone_verified_at: world.now(),
          })
          .where("email", "=", email)
          .returning("id")
          .executeTakeFirstOrThrow();
        const person = { lastname, firstname: "Élodie", birthday: bornOn(members) };
        const membership = await createMembership(world, tx, { person, mobilePhone: null, homeSiteId: 151 });
        await linkAccount(tx, account.id, membership);
        const card = await issueCard(world, tx, { membershipId: membership.id, type: "PLASTIC", siteId: 151 });
        return { token, email, membershipId: membership.id, card: card ?? "" };
      });
      for (const site of sites) await floor("PUT", `/members/${member.card}/pin`, { pin: PIN }, site);
      return member satisfies WalletMember;
    },
    /** Encrypts a PIN as the page does with WebCrypto. */
    async box(token: string, pin: string, siteId = 151, change: object = {}): Promise<string> {
      const { jwk, challenge } = await pinKey(token);
      return encryptBox(jwk, { pin, site_id: siteId, challenge, ...change });
    },
    unlock: (token: string, slot: string, siteId = 151) =>
      call("GET", `/users/account/cashless/${siteId}/${slot}`, token),
    unlockNative: (token: string, pin: unknown, siteId = 151) =>
      call("POST", `/users/account/cashless/${siteId}/unlocks`, token, { pin }),
    list: (token: string, query = "") => call("GET", `/users/account/cashless${query}`, token),
  };
}
export type WalletPeople = ReturnType<typeof walletPeopleOf>;

/** Each member gets a different birthday, because a person can have only one membership. */
function bornOn(member: number): string {
  return new Date(Date.UTC(1960, 0, member)).toISOString().slice(0, 10);
}

export function encryptBox(jwk: JsonWebKey, content: unknown): string {
  const key = createPublicKey({ key: jwk, format: "jwk" });
  const text = Buffer.from(JSON.stringify(content));
  return publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" }, text).toString(
    "base64url",
  );
}

/** The status and the error code of an answer about the PIN. */
export const pinCode = ({ status, body }: Answer) => [status, body.error_details?.code ?? null] as const;
