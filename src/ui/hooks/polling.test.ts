import { expect, test } from "vitest";
import { type PollPage, startPolling } from "./polling.ts";

const EVERY_MS = 1000;
const RULES = { everyMs: EVERY_MS, jitter: 0.2, isEager: true };

test("polls at once, then one interval after each answer", async () => {
  const page = openPage();
  const asked = follow(page);
  expect(asked()).toBe(1);
  await page.pass(EVERY_MS - 1);
  expect(asked()).toBe(1);
  await page.pass(1);
  expect(asked()).toBe(2);
});

test("waits one interval first if it is not eager", async () => {
  const page = openPage();
  const asked = follow(page, { isEager: false });
  expect(asked()).toBe(0);
  await page.pass(EVERY_MS);
  expect(asked()).toBe(1);
});

test("jitter adds at most a fifth to the interval", async () => {
  const page = openPage({ random: () => 0.999 });
  const asked = follow(page);
  await page.pass(1199);
  expect(asked()).toBe(1);
  await page.pass(1);
  expect(asked()).toBe(2);
});

test("a poll may have no jitter", async () => {
  const page = openPage({ random: () => 0.999 });
  const asked = follow(page, { jitter: 0 });
  await page.pass(EVERY_MS);
  expect(asked()).toBe(2);
});

test("stops while the page is hidden, and polls at once when it is visible again", async () => {
  const page = openPage();
  const asked = follow(page);
  await page.see(false);
  await page.pass(60_000);
  expect(asked()).toBe(1);
  await page.see(true);
  expect(asked()).toBe(2);
  await page.pass(EVERY_MS);
  expect(asked()).toBe(3);
});

test("a page that opens hidden does not poll until it is visible", async () => {
  const page = openPage();
  await page.see(false);
  const asked = follow(page);
  await page.pass(60_000);
  expect(asked()).toBe(0);
  await page.see(true);
  expect(asked()).toBe(1);
});

test("sends one request at a time, even if asked for more", async () => {
  const page = openPage();
  let settle = (): void => undefined;
  let count = 0;
  const polling = startPolling(
    {
      ...RULES,
      ask: () => {
        count += 1;
        return new Promise<void>((resolve) => (settle = resolve));
      },
    },
    page,
  );
  polling.askNow();
  await page.see(true);
  await page.pass(5 * EVERY_MS);
  expect(count).toBe(1);
  settle();
  await page.pass(EVERY_MS);
  expect(count).toBe(2);
});

test("aborts a request after ten seconds, and sends another", async () => {
  const page = openPage();
  let count = 0;
  const ask = (signal: AbortSignal) => {
    count += 1;
    return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  };
  startPolling({ ...RULES, ask }, page);
  await page.pass(9_999);
  expect(count).toBe(1);
  await page.pass(1 + EVERY_MS);
  expect(count).toBe(2);
});

test("ending aborts the open request and sends no more", async () => {
  const page = openPage();
  let signal: AbortSignal | undefined;
  let count = 0;
  const polling = startPolling(
    {
      ...RULES,
      ask: async (given) => {
        signal = given;
        count += 1;
      },
    },
    page,
  );
  polling.end();
  expect(signal?.aborted).toBe(true);
  await page.pass(60_000);
  await page.see(true);
  polling.askNow();
  expect(count).toBe(1);
});

/** Starts polling on a test page. Returns a function that counts the requests. */
function follow(page: PollPage, rules: Partial<typeof RULES> = {}): () => number {
  let count = 0;
  const ask = async () => {
    count += 1;
  };
  startPolling({ ...RULES, ...rules, ask }, page);
  return () => count;
}

/** A test page with its own clock. */
function openPage({ random = () => 0 }: { random?: () => number } = {}) {
  let now = 0;
  let isSeen = true;
  let timers: { at: number; work: () => void }[] = [];
  const followers = new Set<() => void>();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    isSeen: () => isSeen,
    onSight(follower: () => void) {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
    after(ms: number, work: () => void) {
      const timer = { at: now + ms, work };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
    random,
    async see(isNowSeen: boolean) {
      isSeen = isNowSeen;
      for (const follower of followers) follower();
      await settled();
    },
    /** Advances the clock and runs the timers that become due. */
    async pass(ms: number) {
      const end = now + ms;
      await settled();
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
        if (next === undefined) break;
        now = next.at;
        timers = timers.filter((other) => other !== next);
        next.work();
        await settled();
      }
      now = end;
    },
  };
}
