import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { giveBirthdayGifts } from "../../src/gifts/campaigns/birthday.server.ts";
import { joined } from "../../src/gifts/campaigns/welcome.server.ts";
import { runGiftJob } from "../../src/gifts/jobs.server.ts";
import {
  postReferralShares,
  refereeEarned,
  referralInvite,
  sponsorOfCode,
} from "../../src/gifts/referral/referral.server.ts";
import { accountOf } from "../../src/loyalty/balance/lots.server.ts";
import { inTransaction } from "../../src/platform/database/database.server.ts";
import { COUNTRY_POLICIES } from "../../src/venues/law/country-policy.ts";
import { standingClock } from "../support/clock.ts";
import { oneDatabase } from "../support/databases.ts";
import { giftHelpers, type GiftHelpers } from "./gift-helpers.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const DAY = 86_400_000;

oneDatabase("campaigns", (open) => {
  const clock = standingClock(SATURDAY_EVENING);
  let app: TestApp;
  let gifts: GiftHelpers;
  beforeAll(async () => {
    const venues = ["port-serac", "valombre", "blankenduin", "montreval"];
    app = await openTestApp(await open(), { venues, clock, pictures: "stand-ins" });
    gifts = giftHelpers(app);
  });
  afterEach(() => clock.set(SATURDAY_EVENING));
  afterAll(() => app.close());
  const tx = <T>(run: Parameters<typeof inTransaction<T>>[1]) => inTransaction(app.world.database, run);
  const join = (membershipId: string, sponsorMembershipId: string | null = null, country: "FR" | "CH" | "BE" = "FR") =>
    tx((own) => joined(app.world, own, { membershipId, siteId: 151, country, sponsorMembershipId }));
  const given = (membershipId: string) =>
    app.world.database.db
      .selectFrom("gifts")
      .selectAll()
      .where("membership_id", "=", membershipId)
      .orderBy("offer_id")
      .execute();
  /** The ledger entries of a sponsor's rewards and shares, oldest first. */
  const creditsOf = (membershipId: string) =>
    app.world.database.db
      .selectFrom("ledger_legs")
      .innerJoin("ledger_entries", "ledger_entries.id", "ledger_legs.entry_id")
      .innerJoin("ledger_accounts", "ledger_accounts.id", "ledger_legs.account_id")
      .select(["ledger_entries.kind", "ledger_entries.key", "ledger_legs.amount_minor as cents"])
      .where("ledger_accounts.name", "=", accountOf(membershipId))
      .where("ledger_entries.kind", "in", ["referral", "referral_share"])
      .orderBy("ledger_entries.id")
      .execute();

  describe("welcome gifts", () => {
    it("are €5 of play for 21 gaming days and 15% off a bill for a calendar month, once", async () => {
      const ana = await gifts.member();
      await join(ana.id);
      await join(ana.id);
      const [play, table, ...more] = await given(ana.id);
      expect([play?.offer_id, table?.offer_id, more]).toEqual(["welcome-play", "welcome-table", []]);
      // The evening of 21 November is the first day, 11 December the last; one month later is 21 December.
      expect(play?.expires_at).toEqual(new Date("2026-12-12T10:00:00+01:00"));
      expect(table?.expires_at).toEqual(new Date("2026-12-22T10:00:00+01:00"));
      expect((await gifts.floor("burns", play?.code ?? "", {}, 152)).status).toBe(200);
      clock.set("2026-12-22T09:59:59+01:00");
      expect((await gifts.floor("burns", table?.code ?? "")).status).toBe(200);
    });

    it.each([
      ["2026-11-22T09:59:59+01:00", "2026-12-12T10:00:00+01:00", "2026-12-22T10:00:00+01:00"],
      ["2027-01-31T20:00:00+01:00", "2027-02-21T10:00:00+01:00", "2027-03-01T10:00:00+01:00"],
      ["2027-03-20T20:00:00+01:00", "2027-04-10T10:00:00+02:00", "2027-04-21T10:00:00+02:00"],
      ["2028-01-30T20:00:00+01:00", "2028-02-20T10:00:00+01:00", "2028-03-01T10:00:00+01:00"],
    ])("count gaming days and months from %s", async (at, playUntil, tableUntil) => {
      clock.set(at);
      const { id } = await gifts.membership();
      await join(id);
      expect((await given(id)).map(({ expires_at: until }) => until)).toEqual([
        new Date(playUntil),
        new Date(tableUntil),
      ]);
    });

    it("are not given on a Belgian or Swiss site", async () => {
      const sponsor = await gifts.membership();
      for (const country of ["BE", "CH"] as const) {
        const { id } = await gifts.membership();
        await join(id, sponsor.id, country);
        expect(await given(id)).toEqual([]);
      }
      expect(await creditsOf(sponsor.id)).toEqual([]);
    });
  });

  describe("referrals", () => {
    it("give a member one permanent code, found however it is typed", async () => {
      const ana = await gifts.membership();
      const member = { id: ana.id, excludedSince: null };
      const venue = { policy: COUNTRY_POLICIES.FR };
      const invite = await referralInvite(app.world, venue, member);
      expect(invite?.href).toBe(`/players-plus?sponsor=${invite?.code}`);
      expect(await referralInvite(app.world, venue, member)).toEqual(invite);
      const { code = "" } = invite ?? {};
      const typed = [code, ` ${code.toLowerCase()} `, `${code.slice(0, 4)}-${code.slice(4)}`];
      for (const text of typed) expect(await tx((own) => sponsorOfCode(own, text))).toBe(ana.id);
      for (const text of ["", "x", "\0", "ABCDEFG2", "é".repeat(9_000), `${code}'; drop table gifts`])
        expect(await tx((own) => sponsorOfCode(own, text))).toBeNull();
      for (const country of ["BE", "CH"] as const)
        expect(await referralInvite(app.world, { policy: COUNTRY_POLICIES[country] }, member)).toBeNull();
      await gifts.exclude(ana.id, clock.now());
      expect(await tx((own) => sponsorOfCode(own, code))).toBeNull();
      expect(await referralInvite(app.world, venue, { ...member, excludedSince: clock.now() })).toBeNull();
    });

    it("reward the sponsor with €5 for at most four referees a gaming day, also concurrently", async () => {
      const sponsor = await gifts.membership();
      const friends = [];
      for (let at = 0; at < 6; at += 1) friends.push(await gifts.membership());
      await Promise.all(friends.map(({ id }) => join(id, sponsor.id)));
      expect((await creditsOf(sponsor.id)).map(({ cents, kind }) => [cents, kind])).toEqual(
        Array.from({ length: 4 }, () => [500n, "referral"]),
      );
      clock.advance(DAY);
      const { id } = await gifts.membership();
      await join(id, sponsor.id);
      await join(id, sponsor.id);
      expect(await creditsOf(sponsor.id)).toHaveLength(5);
    });

    it("refuse a second membership of the same person, circles, and lapsed or excluded sponsors", async () => {
      const [ana, bob, eve, dan] = [
        await gifts.membership(),
        await gifts.membership(),
        await gifts.membership(),
        await gifts.membership(),
      ];
      await join(bob.id, ana.id);
      await join(eve.id, bob.id);
      await join(ana.id, eve.id);
      await join(dan.id, dan.id);
      expect(await creditsOf(eve.id)).toEqual([]);
      expect(await creditsOf(dan.id)).toEqual([]);
      const person = { lastname: "Deux-Fois", firstname: "Ana", birthday: "1980-01-01" };
      const old = await gifts.membership(person);
      await gifts.lapse(old.id);
      const renewed = await gifts.membership(person);
      await join(renewed.id, old.id);
      expect(await creditsOf(old.id)).toEqual([]);
      await gifts.exclude(bob.id, clock.now());
      const last = await gifts.membership();
      await join(last.id, bob.id);
      expect((await creditsOf(bob.id)).filter(({ key }) => key === `referral:${last.id}`)).toEqual([]);
    });

    it("post a tenth of slots and electronic roulette after the quarter, once", async () => {
      const [sponsor, friend, stranger] = [
        await gifts.membership(),
        await gifts.membership(),
        await gifts.membership(),
      ];
      await join(friend.id, sponsor.id);
      const earn = (membershipId: string, family: string, cents: bigint) =>
        tx((own) => refereeEarned(own, { membershipId, family, cents, siteId: 151, at: clock.now() }));
      await earn(friend.id, "slots", 1_055n);
      await earn(friend.id, "elec", 200n);
      await earn(friend.id, "slots", -55n);
      await earn(friend.id, "restaurant", 90_000n);
      await earn(stranger.id, "slots", 90_000n);
      clock.set("2027-01-01T09:59:59+01:00");
      await earn(friend.id, "slots", 9n);
      await postReferralShares(app.world);
      const shares = async () => (await creditsOf(sponsor.id)).filter(({ kind }) => kind === "referral_share");
      expect(await shares()).toEqual([]);
      clock.set("2027-01-01T10:00:00+01:00");
      await earn(friend.id, "slots", 10_000n);
      await postReferralShares(app.world);
      await postReferralShares(app.world);
      const key = `referral-share:${friend.id}:2026Q4`;
      expect(await shares()).toEqual([{ cents: 120n, kind: "referral_share", key }]);
      await gifts.exclude(sponsor.id, clock.now());
      clock.set("2027-04-02T12:00:00+02:00");
      await runGiftJob(app.world);
      expect(await shares()).toHaveLength(1);
      await gifts.exclude(sponsor.id, null);
      await runGiftJob(app.world);
      expect((await shares()).map(({ cents }) => cents)).toEqual([120n, 1_000n]);
    });
  });

  describe("birthday gifts", () => {
    it("are given from three days before, once a year, to members at home where gifts are allowed", async () => {
      const born = (birthday: string, site = 151) => gifts.membership({ birthday }, site);
      const soon = await born("1984-11-24");
      const later = await born("1984-11-25");
      const yesterday = await born("1984-11-20");
      const belgian = await born("1984-11-24", 171);
      const barred = await born("1985-11-24");
      await gifts.exclude(barred.id, clock.now());
      await giveBirthdayGifts(app.world);
      await giveBirthdayGifts(app.world);
      const counts = async () =>
        Promise.all([soon, later, yesterday, belgian, barred].map(async ({ id }) => (await given(id)).length));
      expect(await counts()).toEqual([1, 0, 0, 0, 0]);
      clock.set("2027-11-21T12:00:00Z");
      await giveBirthdayGifts(app.world);
      expect(await counts()).toEqual([2, 0, 0, 0, 0]);
    });

    it("are not given to members whom the register bars, nor while it does not answer", async () => {
      const { excluded, down } = app.world.gateways;
      const { id } = await gifts.membership({ lastname: "Frais-Inscrit", birthday: "1981-11-23" });
      const rounds = async () => {
        await giveBirthdayGifts(app.world);
        return (await given(id)).length;
      };
      down.add("exclusions");
      expect(await rounds()).toBe(0);
      down.delete("exclusions");
      excluded.add("Frais-Inscrit Ana 1981-11-23");
      expect(await rounds()).toBe(0);
      excluded.clear();
      const { db } = app.world.database;
      await db.updateTable("memberships").set({ excluded_since: null }).where("id", "=", id).execute();
      expect(await rounds()).toBe(1);
    });

    it("are given for 1 March to members born on 29 February, in other years", async () => {
      const { id } = await gifts.membership({ lastname: "Bissextile", birthday: "1992-02-29" });
      const count = async (at: string) => {
        clock.set(at);
        await giveBirthdayGifts(app.world);
        return (await given(id)).length;
      };
      expect(await count("2027-02-25T12:00:00Z")).toBe(0);
      expect(await count("2027-02-26T12:00:00Z")).toBe(1);
      expect(await count("2028-02-25T12:00:00Z")).toBe(1);
      expect(await count("2028-02-26T12:00:00Z")).toBe(2);
    });
  });
});
