import { randomInt } from "node:crypto";
import { expect, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { api, bearerOf, SANDBOX, type NewPerson } from "./new-member.ts";
import { home } from "./places.ts";
import { ALONE } from "./plain-http.ts";

export const CREATE = home("port-serac", "players-plus/create");

export async function mayBeCounted(context: BrowserContext): Promise<void> {
  await context.addCookies([{ name: "consent", value: "v%3D1%26measure%3D1%26ads%3D0", url: home("port-serac") }]);
}

export async function inSandbox(method: "POST" | "PUT", path: string, body: object): Promise<void> {
  const answer = await fetch(`${SANDBOX}${path}`, {
    method,
    headers: { ...ALONE, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status, path).toBe(200);
}

/** Sets the provider's result for the verification at `link`. */
export function play(link: string, outcome: string, document: Partial<NewPerson> = {}): Promise<void> {
  const { lastname, firstname, birthday } = document;
  const held = { lastname, firstname, birthday, number: `E2E${randomInt(1e9)}` };
  const id = new URL(link).pathname.split("/").at(-1);
  return inSandbox("POST", `/api/identity/${id}`, { outcome, ...(outcome === "approved" ? { document: held } : {}) });
}

/** A person at the casino's reception or kiosk who types a code. */
export async function atTheCasino(
  page: Page,
  place: { role: string; form: string; field: string; code: string; does: string; ticks?: string },
) {
  await page.goto(`${SANDBOX}/casino/${place.role}?site=151`);
  const form = page.getByRole("form", { name: place.form });
  await form.getByLabel(place.field, { exact: true }).fill(place.code);
  if (place.ticks !== undefined) await form.getByLabel(place.ticks).check();
  await form.getByRole("button", { name: place.does }).click();
  await expect(page.locator("[data-status]")).toHaveAttribute("data-status", "200");
}

export const heading = (page: Page) => page.getByRole("main").getByRole("heading", { level: 1 });

/** The digits that a click on the code copies. */
export async function codeOn(button: Locator): Promise<string> {
  return (await button.innerText()).replaceAll(/\D/g, "");
}

/** Brings an enrollment to our own checks, where the register gives no answer about the person. */
export async function waitsForRegister(person: NewPerson): Promise<void> {
  const { lastname, firstname, birthday } = person;
  await inSandbox("PUT", "/api/exclusions", { persons: [{ lastname, firstname, birthday, verdict: "unknown" }] });
  await play(await begin(person), "approved", person);
  await expect.poll(() => statusOf(person)).toBe("OK");
}

/** Starts an attempt as the native app does. Returns the provider's link. */
export async function begin({ token }: NewPerson): Promise<string> {
  const begun = await api("POST", "/users/enrollment", { browser_callback_url: CREATE }, bearerOf(token));
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  return begun.body.data?.["link"] ?? "";
}

export async function isDecided(person: NewPerson): Promise<void> {
  await expect.poll(() => statusOf(person)).toMatch(/^(ERROR|CANCELED|DISABLED)$/);
}

export async function statusOf({ token }: NewPerson): Promise<string | undefined> {
  const { body } = await api("GET", "/users/enrollment", undefined, bearerOf(token));
  return (body.data as { data?: { status: string } } | undefined)?.data?.status;
}
