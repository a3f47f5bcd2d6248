import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { sandboxGatewaySettings } from "../src/platform/settings/sandbox-gateways.server.ts";
import { createSandbox } from "./app.tsx";
import { openBankBook } from "./bank-book.ts";
import { openBook } from "./book.ts";
import { openInbox } from "./inbox.ts";

const directory = mkdtempSync(join(tmpdir(), "sandbox-book-"));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const now = () => new Date("2026-11-24T20:30:00Z");
const settings = sandboxGatewaySettings("http://localhost:3100", 0);
const ORDER = {
  application: "sandbox-bank-port-serac",
  state: "0f6c2d1e-8a4b-4a7e-9a55-0c0ffee00001",
  orderedMinor: 12_345_678_901_234_567_890n,
  currency: "EUR",
  communication: "Société du Casino de Port-Sérac SAS 6SVX2GGFCHMK-151 0f6c2d1e",
  endToEndId: "0f6c2d1e",
  payerName: "Marguerite d’Aubencourt",
  returnUrl: "http://port-serac.localhost:3000/?popup=Cashless",
};
const mail = (number: number) => ({
  id: `mail-${number}`,
  from: "Casino de Port-Sérac",
  to: "ana@example.test",
  subject: `No. ${number}`,
  text: "",
  html: null,
  sent_at: now().toISOString(),
});

it("keeps the link of an open payment, with its exact amount, over a restart", async () => {
  const book = openBook(directory);
  const payment = openBankBook(book, now, () => undefined).open(ORDER);
  book.close();
  const restarted = openBook(directory);
  expect(openBankBook(restarted, now, () => undefined).find(payment.id)).toEqual(payment);
  const sandbox = createSandbox({ settings, siteUrl: "http://localhost:3000", book: openBook(directory), now });
  const page = await sandbox.app.request(`/bank/${payment.id}`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("Société du Casino de Port-Sérac SAS<");
});

it("keeps the newest 200 mails and which of them were read; an emptied box stays empty", () => {
  const open = () => {
    const book = openBook(directory);
    return { book, inbox: openInbox({ book, name: "mail", arrived: () => undefined }) };
  };
  const first = open();
  for (let number = 1; number <= 205; number += 1) first.inbox.deliver(mail(number), undefined);
  first.inbox.see(["mail-205", "mail-1"]);
  first.book.close();
  const second = open();
  expect(second.inbox.list()).toHaveLength(200);
  expect(second.inbox.list()[0]?.id).toBe("mail-205");
  expect(second.inbox.isRead("mail-205")).toBe(true);
  expect(second.inbox.unread()).toBe(199);
  second.inbox.empty();
  second.book.close();
  expect(open().inbox.list()).toEqual([]);
});

it("puts a file that it cannot read aside and begins anew", () => {
  const book = openBook(directory);
  writeFileSync(join(directory, "bank.json"), '{"sessions":[{"id":');
  const bank = openBankBook(book, now, () => undefined);
  expect(bank.list()).toEqual([]);
  bank.open(ORDER);
  book.close();
  expect(readdirSync(directory).sort()).toEqual(["bank.json", "bank.json.unreadable"]);
  expect(statSync(join(directory, "bank.json")).mode & 0o077).toBe(0);
});
