import {
  insertOffer,
  addEstablishments,
  type NewOffer,
  type NewProduct,
} from "../../src/gifts/offers/offer-queries.server.ts";
import { issueGift } from "../../src/gifts/gifts.server.ts";
import { createMembership, issueCard } from "../../src/loyalty/memberships.server.ts";
import type { Person } from "../../src/protection/exclusions/registers.server.ts";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import type { TestApp } from "../support/test-app.ts";
import { peopleOf } from "../support/people.ts";
import { linkAccount } from "../../src/loyalty/queries.server.ts";

let count = 0;
let events = 0;

export type FloorAnswer = { status: number; body: Record<string, unknown>; retryAfter: string | null };

/** Helpers for members, offers, gifts and the kiosks of the floor that use them. */
export function giftHelpers(app: TestApp) {
  const { world } = app;
  const { db } = world.database;
  const people = peopleOf(app);

  /** Makes a person with a confirmed address and a verified number. Returns the session token too. */
  async function account(changes: object = {}): Promise<{ token: string; accountId: string; email: string }> {
    count += 1;
    const email = `gifts-${count}@example.test`;
    const token = await people.member(email, changes);
    const phone = `+3363998${String(count).padStart(4, "0")}`;
    const { id } = await db
      .updateTable("accounts")
      .set({ mobile_phone: phone, mobile_phone_verified_at: world.now() })
      .where("email", "=", email)
      .returning("id")
      .executeTakeFirstOrThrow();
    return { token, accountId: id, email };
  }

  async function membership(given: Partial<Person> = {}, homeSiteId = 151) {
    count += 1;
    // The comparison of names looks at letters only, so the number is spelled in letters.
    const lastname = Array.from(String(count), (digit) => "abcdefghij"[Number(digit)]).join("");
    const person = { lastname, firstname: "Ana", birthday: "1990-05-17", ...given };
    return inTransaction(world.database, async (tx) => {
      const made = await createMembership(world, tx, { person, mobilePhone: null, homeSiteId });
      const cardNumber = await issueCard(world, tx, { membershipId: made.id, type: "DIGITAL", siteId: homeSiteId });
      return { ...made, cardNumber: cardNumber ?? "" };
    });
  }

  /** A person who is a member of the programme. */
  async function member() {
    const person = await account();
    const joined = await membership();
    await inTransaction(world.database, (tx) => linkAccount(tx, person.accountId, joined));
    return { ...person, ...joined };
  }

  async function offer(
    changes: Partial<NewOffer> = {},
    establishments = [51],
    products?: NewProduct[],
  ): Promise<string> {
    count += 1;
    const id = changes.id ?? `offer-${count}`;
    const whole: NewOffer = {
      type: "treat",
      label: { fr: "Un café-gourmand", en: "A café-gourmand" },
      description: { fr: "Au bar.", en: "At the bar." },
      is_auth: false,
      play_minor: null,
      play_currency: null,
      is_authorised_ch: false,
      life_gaming_days: null,
      life_months: null,
      expires_at: null,
      created_at: world.now(),
      ...changes,
      id,
    };
    const own = products ?? [{ id: `${id}-one`, label: { fr: "Un café", en: "A coffee" } }];
    await inTransaction(world.database, async (tx) => {
      await insertOffer(tx, whole, own);
      await addEstablishments(tx, id, establishments);
    });
    return id;
  }

  async function gift(
    offerId: string,
    to: { membershipId: string } | { accountId: string },
    more: { availableFrom?: Date; zone?: string } = {},
  ): Promise<string> {
    const code = await inTransaction(world.database, (tx) =>
      issueGift(world, tx, { offerId, to, campaign: "operator", ...more }),
    );
    return code ?? "";
  }

  async function floor(
    call: "reservations" | "burns" | "reversals",
    code: string,
    more: Record<string, unknown> = {},
    siteId = 151,
  ): Promise<FloorAnswer> {
    events += 1;
    const answer = await app.send("localhost:3000", `/api/floor/gifts/${code}/${call}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer floor-${siteId}` },
      body: JSON.stringify({ event_id: `gift-event-${events}`, ...more }),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as Record<string, unknown>,
      retryAfter: answer.headers.get("retry-after"),
    };
  }

  async function list(status: string, token: string, host?: string) {
    const answer = await people.call("GET", `/users/offers/${status}`, {
      token,
      ...(host === undefined ? {} : { host }),
    });
    const body = answer.body as unknown as { offers?: { code: string }[]; error?: string };
    return {
      status: answer.status,
      offers: body.offers ?? [],
      codes: (body.offers ?? []).map(({ code }) => code),
      body,
    };
  }

  const exclude = (membershipId: string, since: Date | null) =>
    db.updateTable("memberships").set({ excluded_since: since }).where("id", "=", membershipId).execute();
  const lapse = (membershipId: string) =>
    db.updateTable("memberships").set({ status: "disabled" }).where("id", "=", membershipId).execute();
  const stored = (code: string) =>
    db.selectFrom("gifts").selectAll().where("code", "=", code).executeTakeFirstOrThrow();

  return { people, account, membership, member, offer, gift, floor, list, exclude, lapse, stored };
}
export type GiftHelpers = ReturnType<typeof giftHelpers>;
