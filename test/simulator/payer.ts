import type { PaymentFact } from "../../src/platform/gateways/bank.ts";
import type { World } from "../../src/platform/world.ts";
import { paymentOf } from "../../src/wallet/payments/queries.server.ts";
import { knownBankState, settleFromPoll } from "../../src/wallet/payments/reconcile.server.ts";
import { receiveBankWebhook } from "../../src/wallet/payments/bank/webhooks.server.ts";
import type { BankEntry } from "./bank.ts";
import { COMPANIES } from "./made-world.ts";
import { ENDINGS, type Ending } from "./profile.ts";
import type { Stage } from "./stage.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const ATTEMPTS = 10;
/** A paid payment must be found within this time, even if all webhooks are lost. */
const SEEN_WITHIN_MS = 60_000;
const AGE_OFTEN_MS = HOUR_MS;

type Telling = { mustArrive?: boolean; as?: PaymentFact; state?: string | null; by?: string };
type Change = Partial<
  Pick<BankEntry, "fact" | "isFinal" | "receivedMinor" | "currency" | "isAmountTold" | "payerName">
>;

/** Simulates payers at the bank, and the bank's webhooks. */
export function openPayers(stage: Stage) {
  const { chance, profile, bank, later, say, clock } = stage;
  const visited = new Set<string>();

  /** Delivers a webhook, repeated until it is accepted. Some are lost, late or duplicated, unless `mustArrive`. */
  function tell(entry: BankEntry, telling: Telling = {}): void {
    const { mustArrive = false, as = entry.fact, state = entry.state, by = entry.company } = telling;
    const { lost, twice, late, lateMs } = profile.notices;
    const copies = (!mustArrive && chance.is(lost) ? 0 : 1) + (chance.is(twice) ? chance.between(1, 3) : 0);
    const body = JSON.stringify({ session_id: entry.id, status: `payment_${as.toLowerCase()}`, state, fact: as });
    for (let copy = 0; copy < (lost === 1 && !mustArrive ? 0 : copies); copy += 1)
      later(chance.is(late) ? chance.between(0, lateMs) : chance.between(50, 900), `notice ${as} of ${entry.id}`, () =>
        bring(body, by, 1),
      );
  }
  function bring(body: string, by: string, attempt: number): void {
    const message = {
      headers: new Headers({ signature: `test of ${by}` }),
      body: Buffer.from(body),
      target: "/webhooks/fintecture",
    };
    stage.start(
      "notice",
      (world) => receiveBankWebhook(world, message),
      (how) => {
        if ("ok" in how && how.ok === "taken") return;
        if (attempt < ATTEMPTS)
          later(SECOND_MS * 2 ** (attempt - 1), "notice again", () => bring(body, by, attempt + 1));
      },
    );
  }
  function apply(entry: BankEntry, change: Change, mustArrive = false): void {
    const wasFinal = entry.isFinal;
    Object.assign(entry, change);
    say(`bank: ${entry.id} is ${entry.fact}${entry.isFinal ? "" : "?"} ${entry.receivedMinor ?? ""}`);
    tell(entry, { mustArrive: mustArrive || (wasFinal && entry.fact === "PAID") });
    if (entry.fact !== "PAID") return;
    entry.paidAt = clock.ms;
    stage.keepReconcilerScheduled(profile.isCalm ? SEEN_WITHIN_MS + 10 * SECOND_MS : 15 * SECOND_MS);
    if (profile.isCalm && !wasFinal && isPlain(entry)) watch(entry);
  }
  const isPlain = ({ receivedMinor, orderedMinor, currency, isAmountTold }: BankEntry) =>
    receivedMinor === orderedMinor && currency === "EUR" && isAmountTold;

  /** Fails if the payment is not PAID within a minute. An old payment is found by a poll of the member's page. */
  function watch(entry: BankEntry): void {
    const uuid = entry.state;
    later(SEEN_WITHIN_MS / 2, "the page polls", async () => {
      const payment = (await stage.check()).payments.find((one) => one.uuid === uuid);
      if (payment !== undefined && clock.ms - stage.startedAt(uuid) >= AGE_OFTEN_MS - MINUTE_MS)
        stage.start("poll", (world) => polled(world, stage, uuid));
    });
    later(SEEN_WITHIN_MS, "a minute has passed", async () => {
      const payment = (await stage.check()).payments.find((one) => one.uuid === uuid);
      if (payment !== undefined && payment.status !== "PAID")
        throw stage.fail(`${entry.id} was paid a minute ago but ${uuid} is ${payment.status}`);
    });
  }
  function paid(entry: BankEntry, change: Change = {}): void {
    if (entry.receivedMinor !== null) return;
    apply(entry, { fact: "PAID", isFinal: true, receivedMinor: entry.orderedMinor, ...change });
  }
  function end(entry: BankEntry, ending: Ending): void {
    const over = (fact: PaymentFact, isFinal: boolean) => {
      if (entry.receivedMinor === null) apply(entry, { fact, isFinal });
    };
    const soon = (work: () => void) =>
      later(chance.between(5 * SECOND_MS, 40 * MINUTE_MS), `${entry.id}, at second thought`, work);
    switch (ending) {
      case "paid":
        return paid(entry);
      case "paid by another":
        return paid(entry, { payerName: "Jean Dupont" });
      case "paid by the holder":
        return paid(entry, { payerName: "MME DELMAS ELODIE" });
      case "paid less":
        return paid(entry, { receivedMinor: entry.orderedMinor - BigInt(chance.between(1, 4_000)) });
      case "paid more":
        return paid(entry, { receivedMinor: entry.orderedMinor * 10n });
      case "paid untold":
        return paid(entry, { isAmountTold: false });
      case "paid in francs":
        return paid(entry, { currency: "CHF" });
      case "cancelled":
        return over("CANCELLED", true);
      case "cancelled, then paid":
        over("CANCELLED", true);
        return soon(() => paid(entry));
      case "failed":
        return over("ERROR", true);
      case "failing":
        return over("ERROR", false);
      case "failing, then paid":
        over("ERROR", false);
        return soon(() => paid(entry));
      case "expired":
        return over("CANCELLED", false);
      case "expired, then paid":
        over("CANCELLED", false);
        return soon(() => paid(entry));
      case "nothing":
        return undefined;
    }
  }
  /** Lets a payer visit the bank's page, once per session. */
  function visit(id: string): void {
    const entry = bank.book.get(id);
    if (entry === undefined || visited.has(id)) return;
    visited.add(id);
    const first = chance.pick([
      chance.between(2, 90) * SECOND_MS,
      chance.between(2, 90) * SECOND_MS,
      chance.between(1, 25) * MINUTE_MS,
    ]);
    const thinks = chance.is(0.85)
      ? chance.between(1, 60) * SECOND_MS
      : chance.pick([12 * MINUTE_MS, 70 * MINUTE_MS, 30 * HOUR_MS]);
    if (chance.is(0.7))
      later(first, `${id} is chosen`, () => {
        if (!entry.isFinal && entry.receivedMinor === null) apply(entry, { fact: "PENDING_PAYMENT", isFinal: false });
      });
    const ending = chance.pick(ENDINGS);
    later(first + thinks, `${id} ends: ${ending}`, () => end(entry, ending));
  }
  /** Sends a false claim: a webhook that is not true, is about another payment, or is signed by another company. */
  function lie(): void {
    const entries = [...bank.book.values()];
    if (entries.length === 0) return;
    const [entry, other] = [chance.pick(entries), chance.pick(entries)];
    say(`somebody claims that ${entry.id} is paid`);
    const by = chance.pick([entry.company, ...COMPANIES]);
    tell(entry, { as: "PAID", state: chance.pick([entry.state, other.state, null]), by, mustArrive: true });
  }
  return { visit, lie };
}

/** A page's poll of a payment. */
export async function polled(world: World, { sites }: Pick<Stage, "sites">, uuid: string): Promise<void> {
  const payment = await paymentOf(world.database.db, uuid);
  if (payment !== undefined) await settleFromPoll(world, sites, uuid, await knownBankState(world, payment));
}
