import { bankSays, orderTopUp, type NewMember } from "./new-member.ts";
import { GROUP, home, SANDBOX_PORT } from "./places.ts";
import { ALONE } from "./plain-http.ts";
import {
  balance,
  BANK,
  go,
  isSaid,
  isSheetSound,
  PIN,
  sessionAt,
  SHEET,
  unlock,
  walletMember,
} from "./wallet-steps.ts";
import { expect, test, withConsentGiven } from "./watched.ts";

test.beforeEach(({ context }) => withConsentGiven(context));

test("returns from the bank to the payment's venue, through the group's host and through another venue's @once", async ({
  page,
  context,
}) => {
  test.slow();
  const member = await walletMember(context);
  const session = await orderByApi(member);
  for (const host of [GROUP, home("valombre")]) {
    await page.goto(`${host}?popup=Cashless&session_id=${session}&status=payment_created`);
    await expect(page).toHaveURL(home("port-serac", `?popup=Cashless&session_id=${session}`));
    await isSaid(page, "En attente du paiement");
  }
  // A member who is logged in there continues there.
  await context.addCookies([
    { name: "user_token", value: member.token, url: home("valombre"), httpOnly: true, secure: true },
  ]);
  await page.goto(home("valombre", `?popup=Cashless&session_id=${session}`));
  await expect(page).toHaveURL(/valombre/);
  await isSaid(page, "En attente du paiement");
  await bankSays(session, "failed");
  await isSaid(page, "Le paiement a échoué");
  await isSheetSound(page);
});

test("waits ten minutes for a slow bank while the page is visible @once", async ({ page, context }) => {
  test.slow();
  const session = await orderByApi(await walletMember(context));
  await page.clock.install();
  await page.goto(`${SHEET}&session_id=${session}`);
  const polls: string[] = [];
  page.on("request", (request) => request.url().includes("/api/transaction/") && polls.push(request.url()));
  await expect(async () => {
    await page.clock.runFor(2_000);
    expect(polls.length).toBeGreaterThan(1);
  }).toPass();
  await page.clock.fastForward("10:10");
  await page.clock.runFor(4_000);
  await isSaid(page, /nous vous préviendrons par e-mail/);
  const before = polls.length;
  await page.clock.runFor(20_000);
  expect(polls.length).toBe(before);
});

test("opens the bank's page in a popup inside the app, and closes it once the money has arrived @once", async ({
  page,
  context,
  allowComplaint,
}) => {
  test.slow();
  // With motion, as for most visitors.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  // The sandbox's app uses a window of the browser, which script may not close.
  allowComplaint(/may close only the windows/);
  await walletMember(context);
  const app = `http://port-serac.localhost:${SANDBOX_PORT}/?popup=Cashless&site=151`;
  await context.addCookies([{ name: "consent", value: "v%3D1%26measure%3D0%26ads%3D0", url: app }]);
  await page.goto(app);
  await unlock(page);
  const popup = context.waitForEvent("page");
  await go(page).click();
  const bank = await popup;
  await bank.waitForURL(BANK);
  await page.bringToFront();
  await isSaid(page, "Redirection…");
  await bankSays(sessionAt(bank), "paid");
  await isSaid(page, "Paiement effectué avec succès");
  await go(page).click();
  await balance(page, "50,00");
  const told = (await (await fetch(`http://localhost:${SANDBOX_PORT}/api/native`, { headers: ALONE })).json()) as {
    message: { type: string; url?: string };
  }[];
  // The newest first. Messages of other tests are not ours.
  const asked = told.findIndex(({ message }) => message.url?.startsWith("/portefeuille?payment="));
  expect(told[asked]?.message.type).toBe("openPopup");
  const later = told.slice(0, asked).map(({ message }) => message.type);
  expect(later.filter((type) => type === "closePopup")).toHaveLength(1);
});

/** Starts a top-up of 50 euros as the native app does. Returns the id of the bank's session. */
async function orderByApi(member: NewMember): Promise<string> {
  return (await orderTopUp(member, 50, PIN)).session;
}
