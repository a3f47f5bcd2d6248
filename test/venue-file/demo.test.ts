import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "../../src/accounts/demo-accounts.ts";
import { loadDemoAccounts } from "../../src/accounts/load-demo-accounts.server.ts";
import { verifyLedger } from "../../src/ledger/verification.server.ts";
import { loadDemoMemberships } from "../../src/loyalty/load-demo.server.ts";
import type { CommandResult } from "../../src/platform/commands.server.ts";
import { demoProblems } from "../../src/venue-file/demo.server.ts";
import { loadDemoWallets } from "../../src/wallet/load-demo.server.ts";
import { openIsolatedApp } from "../support/isolated-app.ts";
import { SOON } from "../support/patience.ts";
import { demoVenue, importWithStandIns, type TestApp } from "../support/test-app.ts";
import { TEST_IMPORT_KEY } from "../support/world.ts";

const HOST = "port-serac.localhost:3000";
let app: TestApp;
beforeAll(async () => {
  app = await openIsolatedApp({ venues: ["port-serac", "bientot"], pictures: "stand-ins" });
  await loadDemoAccounts(app.world, app.services.table);
  await loadDemoMemberships(app.world);
  await loadDemoWallets(app.world, app.services.table);
});
afterAll(() => app.close());

async function command(...args: string[]): Promise<CommandResult> {
  const answer = await app.send("localhost:3000", "/api/commands", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${TEST_IMPORT_KEY}` },
    body: JSON.stringify({ command: "demo", args }),
  });
  return ((await answer.json()) as { data: CommandResult }).data;
}
const logIn = async (email: string) =>
  (
    await app.send(HOST, "/api/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json", origin: `http://${HOST}` },
      body: JSON.stringify({ email, password: DEMO_PASSWORD, rememberMe: false, origin: `http://${HOST}` }),
    })
  ).status;
const lookUp = async (site: number) =>
  (
    await app.send("localhost:3000", "/api/floor/cards/4000000000000000", {
      headers: { authorization: `Bearer floor-${site}` },
    })
  ).status;
const listed = async () => (await app.send("localhost:3000", "/")).text();
const MEMBER = "member@demo.belrive.example";

it("names the demo's log-ins, floor keys and visible venues, and what to do", async () => {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email).toSorted();
  const named = [
    `demo log-ins are in the database: ${emails.join(", ")}`,
    "demo keys of the floor are valid at the sites 151, 199",
    "demo venues are visible: port-serac",
  ];
  expect(await demoProblems(app.world)).toEqual([...named, expect.stringContaining("start on a new one")]);
  const own = await demoVenue("valombre");
  own.establishment.id = 700;
  own.establishment.site_id = 800;
  own.establishment.slug = "a-real-casino";
  own.project.id = 700;
  own.project.hosts = ["a-real-casino.localhost"];
  await importWithStandIns(app.importWorld, own);
  // The key of a venue of one's own that was imported in a trial is published too.
  named[1] += ", 800";
  expect(await demoProblems(app.world)).toEqual([...named, "npm run demo -- remove removes them"]);
});

it("refuses other words with the usage", async () => {
  for (const words of [[], ["delete"], ["remove", "all"]])
    expect(await command(...words)).toEqual({ code: 2, lines: ["Usage: npm run demo -- remove"] });
});

it("ends the keys, erases the persons and hides the venues; the ledger's entries stay", async () => {
  expect([await logIn(MEMBER), await lookUp(151)]).toEqual([200, 404]);
  expect(await listed()).toContain("Port-Sérac");
  const { entries } = await verifyLedger(app.world.database, null);
  const { code, lines } = await command("remove");
  expect([code, lines[0]]).toEqual([0, "3 keys of the floor were ended, 5 persons erased, 1 venues hidden."]);
  expect(await demoProblems(app.world)).toEqual([]);
  await vi.waitFor(async () => expect(await lookUp(151)).toBe(401), SOON);
  for (const { email } of DEMO_ACCOUNTS) expect(await logIn(email)).toBe(401);
  await vi.waitFor(async () => expect(await listed()).not.toContain("Port-Sérac"), SOON);
  const after = await verifyLedger(app.world.database, null);
  expect(after).toMatchObject({ entries, problems: [] });
  const { config } = app.services.table.all().find(({ slug }) => slug === "port-serac")!;
  expect(config.cashless).toBe(false);
  const persons = await app.world.database.db.selectFrom("memberships").select(["lastname", "birthday"]).execute();
  expect(persons.filter(({ lastname, birthday }) => lastname !== null || birthday !== null)).toEqual([]);
});

it("may be repeated", async () => {
  expect((await command("remove")).lines[0]).toBe("0 keys of the floor were ended, 0 persons erased, 0 venues hidden.");
});
