import { randomInt } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { solveCaptcha } from "../gateways.ts";
import { GROUP, home, SANDBOX_PORT } from "./places.ts";
import { axeFaults, expect, test, visit } from "./watched.ts";

const SANDBOX = `http://localhost:${SANDBOX_PORT}`;
/** Node resolves no *.localhost: calls go to the group's host and say whose they are by their origin (G181). */
const SITE = home("port-serac").replace(/\/$/, "");
const PASSWORD = "Belrive!2026";
const CREATE = home("port-serac", "players-plus/create");

test.beforeEach(async ({ context }) => {
  const place = [198, 18 + randomInt(2), randomInt(256), randomInt(1, 255)].join(".");
  await context.setExtraHTTPHeaders({ "x-forwarded-for": place });
});

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 900;

async function mayBeCounted(context: BrowserContext): Promise<void> {
  await context.addCookies([{ name: "consent", value: "v%3D1%26measure%3D1%26ads%3D0", url: home("port-serac") }]);
}

async function isSound(page: Page): Promise<void> {
  expect(await axeFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no overflow").toBe(true);
}

async function logIn(page: Page, who: string): Promise<void> {
  await visit(page, home("port-serac", "me-connecter"));
  await page.fill("[name=email]", `${who}@demo.belrive.example`);
  await page.fill("[name=password]", PASSWORD);
  await page.locator("#account .form-submit").click();
  await expect(page).toHaveURL(home("port-serac", "?popup=Menu"));
}

async function post(path: string, body: object, method = "POST"): Promise<unknown> {
  const answer = await fetch(`${SANDBOX}${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.json();
}

/** The provider comes to a result about the newest journey. */
async function play(outcome: string, document?: object): Promise<void> {
  const list = (await (await fetch(`${SANDBOX}/api/identity`)).json()) as { id: string }[];
  await post(`/api/identity/${list[0]?.id}`, { outcome, ...(document === undefined ? {} : { document }) });
}

type Answer = { data?: { token?: string; device_token?: string } };

async function call(path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`${GROUP}api${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", origin: SITE, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.ok, `${path}: ${await answer.clone().text()}`).toBe(true);
  return (await answer.json()) as Answer;
}

const proof = async () => ({ recaptcha: await solveCaptcha(await call("/captcha")) });

/** Registers somebody new with a confirmed address and a verified phone, and logs the browser in as them. */
async function comeAsSomebodyNew(context: BrowserContext): Promise<string> {
  const place = { "x-forwarded-for": [198, 18, randomInt(256), randomInt(1, 255)].join(".") };
  const email = `enrolls-${Date.now()}-${randomInt(1e6)}@example.test`;
  const lastname = `Dubois${String(randomInt(1e6)).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "a")}`;
  await call(
    "/users/web",
    {
      civility_id: 1,
      lastname,
      firstname: "Camille",
      birthday: "1988-04-12",
      email,
      password: "Opale-Marine!47",
      optins: { CANAL_EMAIL: false, CANAL_SMS: false, CANAL_LETTER: false },
      validation_callback_url: `${SITE}/email-confirmation`,
    },
    { ...(await proof()), ...place },
  );
  const mailed = async () => {
    const mails = (await (await fetch(`${SANDBOX}/api/mail?to=${encodeURIComponent(email)}`)).json()) as {
      text: string;
    }[];
    return /[?&]token=([\w-]+)/.exec(mails[0]?.text ?? "")?.[1] ?? "";
  };
  await expect.poll(mailed, { timeout: 20_000 }).not.toBe("");
  const confirmed = await call("/users/email-confirmation", { token_validation_email: await mailed() }, place);
  const token = confirmed.data?.token ?? "";
  const bearer = { authorization: `Bearer ${token}`, ...place };
  const device = `+33612${String(randomInt(1e6)).padStart(6, "0")}`;
  const sent = await call(
    "/otp/send",
    { otp_type: "check", device_type: "mobile", device },
    { ...bearer, ...(await proof()) },
  );
  const texts = (await (await fetch(`${SANDBOX}/api/sms?to=${encodeURIComponent(device)}`)).json()) as {
    text: string;
  }[];
  await call(
    "/otp/verify",
    { device_token: sent.data?.device_token, otp: /\d{4}/.exec(texts[0]?.text ?? "")?.[0] },
    bearer,
  );
  await context.addCookies([
    { name: "user_token", value: token, url: home("port-serac"), httpOnly: true, secure: true },
  ]);
  return lastname;
}

const heading = (page: Page) => page.locator("#account h1");

test("somebody with a verified phone enrolls from the sofa, and their card is there once the entrance has seen them", async ({
  page,
  context,
}) => {
  test.skip(!isPhone(page), "one person enrolls once");
  test.setTimeout(150_000);
  await mayBeCounted(context);
  await visit(page, home("port-serac", "players-plus"));
  await isSound(page);
  const lastname = await comeAsSomebodyNew(context);
  await visit(page, home("port-serac", "players-plus?toMenu=true"));
  await page.getByRole("link", { name: /Je deviens Club Belrive/ }).click();
  await expect(heading(page)).toHaveText(/Je deviens Club Belrive/);
  const go = page.getByRole("button", { name: /C’est parti/ });
  await expect(go).toBeDisabled();
  await page.getByRole("checkbox").check();
  await isSound(page);
  await go.click();
  await page.waitForURL(`${SANDBOX}/identity/**`);

  await visit(page, CREATE);
  await expect(heading(page)).toHaveText("Vérification en cours");
  await expect(page.locator("#account")).toContainText("Réception du dossier");
  await play("processing");
  await expect(page.locator("#account")).toContainText(/Contrôle du document \(1\s\/\s6\)/);
  await isSound(page);
  await play("inconclusive");
  await expect(heading(page)).toHaveText("Hmm... Identité incertaine");
  await isSound(page);
  await page.getByRole("button", { name: "Recommencer" }).click();
  await expect(heading(page)).toHaveText(/Je deviens Club Belrive/);
  await page.getByRole("checkbox").check();
  await go.click();
  await page.waitForURL(`${SANDBOX}/identity/**`);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(CREATE);
  await expect(heading(page)).toHaveText(new RegExp(`Félicitations Mme\\. ${lastname}`), { timeout: 20_000 });
  await expect(page.getByRole("img", { name: "QR code de votre carte provisoire" })).toBeVisible();
  await isSound(page);
  const stored = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith("baize-enrolled-")),
  );
  expect(stored).toHaveLength(1);

  const number = (await page.locator("[data-copy]").getAttribute("data-copy")) ?? "";
  await fetch(`${GROUP}api/floor/entrances`, {
    method: "POST",
    headers: { authorization: "Bearer floor-151", "content-type": "application/json" },
    body: JSON.stringify({ event_id: `e2e-${number}`, card_id: number, identity_checked: true }),
  });
  await page.waitForURL((url) => url.searchParams.get("popup") === "Card" || url.pathname === "/", { timeout: 40_000 });
});

test("somebody READY sees the code again, and closing leads to the menu (section 2.8)", async ({ page }) => {
  await logIn(page, "ready");
  await visit(page, home("port-serac", "players-plus"));
  await page.getByRole("link", { name: /Activer ma carte/ }).click();
  await expect(heading(page)).toHaveText(/Félicitations Mr\. Lecorvaisier/);
  await isSound(page);
  await page.getByRole("link", { name: "Fermer" }).click();
  await expect(page).toHaveURL(home("port-serac", "?popup=Menu"));
});
