import { inTransaction } from "../../src/platform/database/database.server.ts";
import type { Member } from "../../src/accounts/member.ts";
import { moveCash } from "../../src/wallet/cash.server.ts";
import { startDeposit } from "../../src/wallet/payments/deposit.server.ts";
import { preparePin, setPin, verifyPin } from "../../src/wallet/pin/pin.server.ts";
import { openWallet } from "../../src/wallet/wallets.server.ts";
import { cardOf, depositOf, insertMember, insertUnlock, memberOf, SITES } from "./made-world.ts";
import { polled } from "./payer.ts";
import type { Stage } from "./stage.ts";

type Payers = { visit: (sessionId: string) => void };
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const TRIES = 4;
const RIGHT = "1234";

/** Simulates members with wallets, and the floor's machines and tills. */
export function openPeople(stage: Stage, payers: Payers) {
  const { chance, profile, engine, memberships, run, later } = stage;
  const members = memberships.map((membership, at) => memberOf(membership, run, at));
  const sites = SITES.slice(0, profile.wallets);
  let cashed = 0;
  const pins = { wrong: 0, right: 0 };

  async function settleIn(): Promise<void> {
    const now = new Date(stage.clock.ms);
    for (const member of members) await insertMember(engine.raw, member, now);
    await inTransaction(engine.database, async (tx) => {
      for (const { playersPlusId: membership } of members)
        for (const site of sites) {
          const venue = stage.sites.bySite(site);
          if (venue === undefined || membership === null) throw new Error("There is no such venue");
          const config = { ...venue.config, wallet_limit: profile.limitMinor / 100 };
          await openWallet(stage.world, tx, membership, { ...venue, config });
          if (profile.pins > 0 && site === sites[0])
            await setPin(stage.world, tx, membership, await preparePin(stage.world, membership, RIGHT));
        }
    });
  }
  /** Orders a top-up, and repeats the call while the outcome is unknown. */
  async function order(at: number, site: number, amountMinor: number, tries = TRIES): Promise<void> {
    const member = members[at] as Member;
    // The page shows the keypad again when the handle has expired.
    await insertUnlock(engine.raw, member, site, new Date(stage.clock.ms + 2 * MINUTE_MS));
    stage.start(
      `order of ${amountMinor}`,
      (world) => startDeposit(world, stage.sites, member, depositOf(member, site, amountMinor)),
      (how) => {
        if ("ok" in how && "ok" in how.ok) {
          const { transaction_uuid: uuid, link } = how.ok.ok;
          stage.say(`ordered ${uuid.slice(9)}`);
          stage.told.payments.set(uuid, { membership: member.playersPlusId ?? "", site, amount: amountMinor });
          return payers.visit(link.split("/").at(-1) ?? "");
        }
        if ("ok" in how) stage.say(`order is refused: ${JSON.stringify(how.ok)}`);
        const isUnsure = "error" in how || ("refusal" in how.ok && how.ok.refusal.kind === "unavailable");
        if (isUnsure && tries > 1)
          later(chance.between(2, 30) * SECOND_MS, "the member tries again", () =>
            order(at, site, amountMinor, tries - 1),
          );
      },
    );
  }
  function orders(): void {
    let at = chance.between(0, 5) * SECOND_MS;
    for (let number = 0; number < profile.orders; number += 1) {
      const [who, site] = [chance.between(0, members.length - 1), chance.pick(sites)];
      const amount = chance.pick([5_000, 5_000, 7_350, chance.between(5_000, 40_000)]);
      later(at, "a member orders", () => order(who, site, amount));
      if (chance.is(profile.doubles))
        later(at + chance.between(0, 300), "a member orders in a second tab", () =>
          order(who, site, chance.pick([amount, amount, 6_000])),
        );
      at += chance.between(1, profile.apartMs);
    }
  }

  /** Moves cash at the venue, with the same key at every attempt. */
  function cash(): void {
    const [member, site] = [chance.pick(members), chance.pick(sites)];
    const venue = stage.sites.bySite(site);
    if (venue === undefined) throw new Error("There is no such venue");
    const minor = chance.between(-6_000, 9_000) || 100;
    const key = `floor:${run}:${(cashed += 1)}`;
    const attempt = (tries: number) =>
      stage.start(
        `cash of ${minor}`,
        (world) =>
          inTransaction(
            world.database,
            (tx) =>
              moveCash(world, tx, venue, {
                membershipId: member.playersPlusId ?? "",
                key,
                minor: BigInt(minor),
              }),
            { isRepeatable: true },
          ),
        (how) => {
          if ("ok" in how) return void ("balance" in how.ok && stage.told.cash.set(key, minor));
          if (tries > 1) later(SECOND_MS, "the till tries again", () => attempt(tries - 1));
        },
      );
    attempt(TRIES);
  }
  async function insertCard(): Promise<void> {
    const [member, site] = [chance.pick(members), chance.pick(sites)];
    await engine.raw(
      "insert into card_insertions (membership_id, card_number, site_id, machine, inserted_at) values ($1, $2, $3, '7', $4) on conflict do nothing",
      [member.playersPlusId, cardOf(member), site, new Date(stage.clock.ms)],
    );
    later(chance.pick([MINUTE_MS, 40 * MINUTE_MS, 30 * 60 * MINUTE_MS]), "the card comes out", () => ejectCards());
  }
  async function ejectCards(): Promise<void> {
    await engine.raw("delete from card_insertions where membership_id = any ($1)", [memberships]);
  }
  /**
   * Excludes members by the register that is asked before a credit, or by another country's register, which the first
   * does not overrule.
   */
  async function exclude(): Promise<void> {
    const { register, clock } = stage;
    if (chance.is(0.5)) {
      register.namesSince = clock.ms;
      if (chance.is(0.5))
        later(chance.between(2, 60) * MINUTE_MS, "the register names nobody", () => void (register.namesSince = null));
      return;
    }
    const who = chance.pick(members).playersPlusId;
    await toldByRegister(who, "barred");
    if (chance.is(0.5))
      later(chance.between(1, 60) * MINUTE_MS, "the exclusion is lifted", () => toldByRegister(who, "clear"));
  }
  async function toldByRegister(who: string | null, verdict: "barred" | "clear"): Promise<void> {
    const at = new Date(stage.clock.ms);
    await engine.raw(
      "insert into exclusion_verdicts (membership_id, verdict, source, checked_at) values ($1, $2, 'EPIS', $3)",
      [who, verdict, at],
    );
    await engine.raw("update memberships set excluded_since = $2 where id = $1", [
      who,
      verdict === "barred" ? at : null,
    ]);
  }
  /**
   * A PIN has three attempts, counted before the comparison. A crash in between may use one up, but never gives one
   * back.
   */
  function tryPin(): void {
    const isRight = chance.is(0.2);
    if (isRight) pins.right += 1;
    else pins.wrong += 1;
    const membership = members[0]?.playersPlusId ?? "";
    stage.start(
      "pin",
      (world) => verifyPin(world, membership, isRight ? RIGHT : "0000"),
      (how) => {
        if (!isRight && "ok" in how && how.ok === "right") throw stage.fail("a wrong PIN was accepted");
        if (stage.comparisons() > 3 * (1 + pins.right))
          throw stage.fail(`${stage.comparisons()} comparisons for ${pins.right} right PINs`);
      },
    );
  }
  async function poll(): Promise<void> {
    const { payments } = await stage.check();
    if (payments.length > 0) stage.start("poll", (world) => polled(world, stage, chance.pick(payments).uuid));
  }
  return { settleIn, orders, cash, insertCard, ejectCards, exclude, tryPin, poll };
}
