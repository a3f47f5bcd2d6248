import type { BrowserContext } from "@playwright/test";
import { PERMISSIONS, type Permission } from "../../src/staff/contract.ts";
import { issueTicket, ticketPath } from "../../src/staff/tickets.server.ts";
import { openSecrets } from "../../src/platform/secrets/secrets.server.ts";
import { api } from "./new-member.ts";
import { GROUP, home } from "./places.ts";

/** The data directory of the site under test. For one that is running already, set E2E_DATA_DIR. */
export const DATA_DIR = process.env["E2E_DATA_DIR"] ?? ".data/e2e";

/** A link as `npm run operator` prints it, with all permissions or those listed. */
export async function staffLink(slug: string, name: string, can?: Permission[]): Promise<string> {
  return home(slug, ticketPath(await ticketFor(slug, name, can)).slice(1));
}

/** Opens an operator's session with a new link. Returns its token. */
export async function staffToken(slug: string, name: string, can?: Permission[]): Promise<string> {
  const ticket = await ticketFor(slug, name, can);
  const { body } = await api("POST", "/operators/sessions", { ticket }, { origin: GROUP.slice(0, -1) });
  return body.data?.["token"] ?? "";
}

/** Logs a browser in as an operator. */
export async function comeAsStaff(
  context: BrowserContext,
  slug: string,
  name: string,
  can?: Permission[],
): Promise<void> {
  const value = await staffToken(slug, name, can);
  await context.addCookies([{ name: "operator_token", value, url: home(slug), httpOnly: true, secure: true }]);
}

function ticketFor(slug: string, name: string, permissions: Permission[] = [...PERMISSIONS]): Promise<string> {
  const secrets = openSecrets(`${DATA_DIR}/secrets.json`);
  const world = { secrets, now: () => new Date(), uuid: () => crypto.randomUUID() };
  return issueTicket(world, { name, venues: [slug], permissions });
}
