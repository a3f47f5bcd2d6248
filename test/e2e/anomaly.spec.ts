import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Page } from "@playwright/test";
import { openDatabase } from "../../src/platform/database/database.server.ts";
import { freePort } from "../support/free-port.ts";
import { openTestApp, type TestApp } from "../support/test-app.ts";
import { peopleOf } from "../support/people.ts";
import { pgliteSnapshot } from "../support/pglite-snapshot.ts";
import { axeFaults, expect, test } from "./watched.ts";

/** The overlay appears in production only, so this app runs as production, without a sandbox. */
let app: TestApp;
let server: Server;
let site: string;
test.beforeAll(async () => {
  const port = await freePort();
  site = `http://port-serac.localhost:${port}`;
  const database = await openDatabase({ snapshot: await pgliteSnapshot() });
  app = await openTestApp(database, {
    venues: ["port-serac"],
    pictures: "stand-ins",
    variables: { SANDBOX: "off" },
  });
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

/** Logs in with an account whose birthday was removed in the database, because no call of the product can remove it. */
async function comeBroken(page: Page): Promise<void> {
  const email = `broken-${Date.now()}@example.test`;
  const token = await peopleOf(app).member(email);
  await app.world.database.db.updateTable("accounts").set({ birthday: null }).where("email", "=", email).execute();
  await page.context().addCookies([
    { name: "user_token", value: token, url: site, httpOnly: true, secure: true },
    { name: "consent", value: "v%3D1%26measure%3D0%26ads%3D0", url: site },
  ]);
}
