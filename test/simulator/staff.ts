import type { Operator } from "../../src/staff/operator.ts";
import type { Venue } from "../../src/venues/venue.ts";
import { decideOrder } from "../../src/wallet/payments/cases/decide-order.server.ts";
import { decisionsFor, noteCase, orderForCase, orderReturn } from "../../src/wallet/payments/cases/desk.server.ts";
import type { World } from "../../src/platform/world.ts";
import type { Books } from "./books.ts";
import type { Stage } from "./stage.ts";

type Case = Books["cases"][number];
type Order = Books["orders"][number];
type Done = Awaited<ReturnType<typeof decideOrder>>;

/**
 * The person behind each session. A second session, or a ticket that somebody issued to themselves, is not a second
 * person.
 */
export const PERSON_OF: ReadonlyMap<string, string> = new Map([
  [sessionOf("ada"), "Ada"],
  [sessionOf("again"), "Ada"],
  [sessionOf("puppet"), "Ada"],
  [sessionOf("bob"), "Bob"],
  [sessionOf("cleo"), "Cleo"],
]);
const ADA = operator("ada", "Ada");
const BOB = operator("bob", "Bob");
/** This operator never asks, so they may decide any order. */
const CLEO = operator("cleo", "Cleo");
const EVERYBODY = [ADA, BOB, operator("again", " ada"), operator("puppet", "Nobody", "Ada")];

/**
 * The desk: two people, one of whom also acts under other sessions, and a third who only decides. They work on
 * cases, orders and returns.
 */
export function openStaff(stage: Stage) {
  const { chance, told } = stage;

  const at = (operator: Operator, site: number) => ({ operator, venue: stage.sites.bySite(site) as Venue });
  function start(
    who: Operator,
    what: string,
    work: (world: World) => Promise<Done>,
    heard?: (done: Done) => void,
  ): void {
    const name = `staff: ${what} by ${who.name.trim()}`;
    stage.start(name, work, (how) => {
      if (!("ok" in how)) return;
      stage.say("ok" in how.ok ? `${name} is done` : `${name}: ${how.ok.refusal}`);
      heard?.(how.ok);
    });
  }
  /** A careless operator notes a case as settled, which must be refused while money waits. */
  function ask(who: Operator, { id, reason, site }: Case, isCareless = false): void {
    const decision = isCareless ? "noted" : chance.pick(decisionsFor({ reason, outcome: null }));
    if (decision === "noted")
      return start(who, `${reason} is noted`, (world) => noteCase(world, stage.sites, at(who, site), String(id)));
    start(who, `${decision} of ${reason} is asked for`, (world) =>
      orderForCase(world, at(who, site), { caseId: String(id), decision }),
    );
  }
  function decide(who: Operator, { id, site, session }: Order, approves: boolean): void {
    start(
      who,
      approves ? "approval" : "an order ends",
      (world) => decideOrder(world, stage.sites, at(who, site), { id, approves }),
      (done) => {
        if (!("ok" in done) || !approves) return;
        told.approvals.add(id);
        if (PERSON_OF.get(session) === PERSON_OF.get(who.sessionId))
          throw stage.fail("a person approved their own order");
      },
    );
  }

  return {
    /** Some operator looks at the open work and acts on it at random. */
    async look(): Promise<void> {
      const { cases, orders } = await stage.check();
      for (const one of cases) if (one.is_open) ask(chance.pick(EVERYBODY), one, chance.is(0.2));
      for (const one of orders) if (one.is_open) decide(chance.pick(EVERYBODY), one, chance.is(0.7));
    },
    /** Asks to return a credited top-up. */
    async returnTopUp(): Promise<void> {
      const credited = (await stage.check()).payments.filter((one) => one.transaction_status === "SUCCESS");
      if (credited.length === 0) return;
      const [who, { uuid, site }] = [chance.pick(EVERYBODY), chance.pick(credited)];
      start(who, `return of ${uuid.slice(9)} is asked for`, (world) => orderReturn(world, at(who, site), uuid));
    },
    /** Handles all open work properly. Returns true if there was any. */
    async settleAll(): Promise<boolean> {
      const books = await stage.check();
      const [open, waiting] = [books.cases.filter((one) => one.is_open), books.orders.filter((one) => one.is_open)];
      for (const one of waiting) {
        // An order whose case is closed, or whose money is spent, cannot be carried out and is ended.
        const isDue = one.case === null ? isThere(books, one.payment) : open.some(({ id }) => id === one.case);
        decide(CLEO, one, isDue);
      }
      for (const one of open) if (!waiting.some((order) => order.case === one.id)) ask(ADA, one);
      return open.length + waiting.length > 0;
    },
  };
}

/** True if the top-up is credited and the wallet still holds it. */
function isThere({ payments, wallets }: Books, uuid: string): boolean {
  const payment = payments.find((one) => one.uuid === uuid && one.transaction_status === "SUCCESS");
  const wallet = wallets.find(({ membership, site }) => membership === payment?.membership && site === payment.site);
  return payment !== undefined && wallet !== undefined && wallet.balance >= payment.amount;
}

function operator(session: string, name: string, issuedBy: string | null = null): Operator {
  return {
    sessionId: sessionOf(session),
    name,
    permissions: ["PAYMENTS"],
    projectIds: [51, 52],
    expiresAt: new Date("2100-01-01"),
    issuedBy,
    issuers: issuedBy === null ? [] : [issuedBy],
  };
}

function sessionOf(name: string): string {
  return `${Buffer.from(name).toString("hex").padEnd(8, "0").slice(0, 8)}-0000-4000-8000-000000000000`;
}
