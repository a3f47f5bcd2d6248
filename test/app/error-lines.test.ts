import { afterAll, beforeAll, expect, it } from "vitest";
import { openLog } from "../../src/platform/log.server.ts";
import { standingClock } from "../support/clock.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import type { TestApp } from "../support/test-app.ts";
import { SATURDAY_EVENING } from "../support/world.ts";

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await openIsolatedApp({
    venues: ["port-serac"],
    clock: standingClock(SATURDAY_EVENING),
    pictures: "stand-ins",
    log: openLog("trace", { write: (line) => void lines.push(line) }),
  });
});
afterAll(() => app.close());

it("refuses a post to a page that takes none without an error line", async () => {
  const host = "port-serac.localhost:3000";
  const answer = await app.send(host, "/session", { method: "POST", headers: { origin: `http://${host}` } });
  expect(answer.status).toBe(405);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => Number((JSON.parse(line) as { level: unknown }).level) >= 50)).toEqual([]);
});
