import { expect, test } from "vitest";
import { openFairQueue } from "./fair-queue.ts";

/** A queue whose works end when the test says so. */
function watched(options: { atOnce: number; waitingMax: number }) {
  const queue = openFairQueue(options);
  const begun: string[] = [];
  const refused: string[] = [];
  const running: (() => void)[] = [];
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  async function ask(...names: string[]) {
    for (const name of names) {
      const work = () => {
        begun.push(name);
        return new Promise<void>((resolve) => running.push(resolve));
      };
      void queue.inTurn(name, work).then((outcome) => outcome === "full" && refused.push(name));
      await settled();
    }
  }
  async function end(count = 1) {
    for (let ended = 0; ended < count; ended += 1) {
      running.shift()?.();
      await settled();
    }
  }
  return { queue, begun, refused, ask, end };
}

test("names take turns, each in its own order", async () => {
  const { begun, ask, end } = watched({ atOnce: 1, waitingMax: 50 });
  await ask("a", "a", "a", "a", "b", "c", "b");
  await end(7);
  expect(begun).toEqual(["a", "a", "b", "c", "a", "b", "a"]);
});

test("as many works run at once as are allowed, and as many wait", async () => {
  const { begun, refused, ask, end } = watched({ atOnce: 2, waitingMax: 3 });
  await ask("a", "a", "a", "a", "a", "a");
  expect([begun.length, refused.length]).toEqual([2, 1]);
  await end(5);
  expect(begun.length).toBe(5);
  await ask("a");
  expect(begun.length, "there is room again").toBe(6);
});

test("one name with seventy pieces of work leaves room for all others", async () => {
  const { queue, begun, refused, ask, end } = watched({ atOnce: 2, waitingMax: 50 });
  await ask(...Array.from({ length: 70 }, () => "flood"));
  expect([refused.length, queue.isFullFor("flood"), queue.isFullFor("other")]).toEqual([18, true, false]);
  const others = Array.from({ length: 20 }, (_, at) => `other ${at}`);
  await ask(...others);
  expect(refused.filter((name) => name !== "flood")).toEqual([]);
  await end(30);
  expect(others.filter((name) => !begun.includes(name))).toEqual([]);
});

test("where every name waits once, the next one is refused and nobody loses a place", async () => {
  const { refused, ask } = watched({ atOnce: 1, waitingMax: 3 });
  await ask("a", "b", "c", "d", "e", "b");
  expect(refused).toEqual(["e", "b"]);
});

test("a work that throws gives its place back", async () => {
  const queue = openFairQueue({ atOnce: 1, waitingMax: 1 });
  await expect(queue.inTurn("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await queue.inTurn("a", async () => "yes")).toBe("yes");
});
