import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Page } from "@playwright/test";
import { openDatabase } from "../../src/platform/database/database.server.ts";
import { freePort } from "../support/free-port.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { PASSWORD, peopleOf, SITE, type People } from "../support/people.ts";
import { pgliteSnapshot } from "../support/pglite-snapshot.ts";
import { areRefused, button, fieldsOf } from "./account-steps.ts";
import { isSoundAtBothWidths } from "./sound.ts";
import { axeFaults, expect, test, visit } from "./watched.ts";

/** This app runs as production, without a sandbox, and its gateways are stand-ins that a test sets. */
let app: TestApp;
let people: People;
let server: Server;
let site: string;
// In one worker, so that the app starts once.
test.describe.configure({ mode: "default" });
test.beforeAll(async () => {
  const port = await freePort();
  site = `http://port-serac.localhost:${port}`;
  const database = await openDatabase({ snapshot: await pgliteSnapshot() });
  app = await openTestApp(database, {
    venues: ["port-serac"],
    pictures: "stand-ins",
    variables: { SANDBOX: "off" },
  });
  people = peopleOf(app);
  const answer = getRequestListener((request) => app.hono.fetch(request));
  server = createServer((request, response) => void answer(request, response)).listen(port);
  await once(server, "listening");
});
test.afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.world.database.close();
});

test("shows 'Anomalie détectée' over every page if the account lacks the member's birthday, with log-out as the only way out @once", async ({
  page,
  context,
}) => {
  await comeBroken(page);
  for (const [locale, title, leave] of [
    ["fr", "Anomalie détectée", "Me déconnecter"],
    ["en", "Problem detected", "Log Out"],
  ] as const) {
    await page.goto(`${site}/agenda?locale=${locale}`);
    const overlay = page.getByRole("dialog", { name: title });
    await expect(overlay.getByRole("heading")).toHaveText(title);
    await expect(overlay.getByRole("link")).toHaveAttribute("href", /^mailto:\S+@\S+$/);
    await expect(overlay.getByRole("button")).toHaveText([leave]);
    expect(await axeFaults(page, overlay)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(overlay).toBeVisible();
    await page.mouse.click(4, 4);
    await expect(overlay).toBeVisible();
  }
  await page.getByRole("dialog").getByRole("button").click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain("user_token");
});

test("asks for the account's password when a provider that has not verified the address is to be linked @once", async ({
  page,
  allowComplaint,
}) => {
  allowComplaint(/\b401\b/);
  const email = `links-${Date.now()}@example.test`;
  await people.member(email);
  const person = { subject: email, email, firstname: "Margaux", lastname: "Lefèvre" };
  app.world.gateways.vouch("facebook", email, person);
  await people.post("/auth/facebook", { access_token: email, source: "WEBSITE", origin: SITE });
  const [link] = /\/connexion\/relier\?token=[\w-]+/.exec((await people.mails(email)).at(-1)?.text ?? "") ?? [];
  await acceptsNothing(page);
  await visit(page, `${site}${link}`);
  await isSoundAtBothWidths(page);
  const { password } = fieldsOf(page);
  const sends = button(page, "Rattacher et me connecter");
  await password.fill("Wrong-Word!12");
  await sends.click();
  await areRefused(password);
  await expect(password).toHaveAccessibleDescription(/^Ce mot de passe n’est pas le bon/);
  await expect(password).toBeFocused();
  await password.fill(PASSWORD);
  await sends.click();
  await expect(page).toHaveURL(`${site}/?popup=Menu`);
});

function acceptsNothing(page: Page): Promise<void> {
  return page.context().addCookies([{ name: "consent", value: "v%3D1%26measure%3D0%26ads%3D0", url: site }]);
}

/** Logs in with an account whose birthday was removed in the database, because no call of the product can remove it. */
async function comeBroken(page: Page): Promise<void> {
  const email = `broken-${Date.now()}@example.test`;
  const token = await people.member(email);
  await app.world.database.db.updateTable("accounts").set({ birthday: null }).where("email", "=", email).execute();
  await acceptsNothing(page);
  await page.context().addCookies([{ name: "user_token", value: token, url: site, httpOnly: true, secure: true }]);
}
