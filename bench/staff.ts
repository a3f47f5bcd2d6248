import { issueTicket } from "../src/staff/tickets.server.ts";
import { PERMISSIONS } from "../src/staff/contract.ts";
import { openSecrets } from "../src/platform/secrets/secrets.server.ts";
import { callApi } from "./call-api.ts";
import type { RunningSite } from "./running-site.ts";

/** An operator of Port-Sérac: the session token, and a function that saves a text. */
export async function staffOf(site: RunningSite): Promise<{ token: string; save: (text: string) => Promise<void> }> {
  const world = { secrets: openSecrets(site.secretsFile), now: () => new Date(), uuid: () => crypto.randomUUID() };
  const ticket = await issueTicket(world, { name: "Bench", venues: ["port-serac"], permissions: PERMISSIONS });
  const opened = await callApi(site, { method: "POST", path: "/operators/sessions", body: JSON.stringify({ ticket }) });
  const { data } = JSON.parse(opened.body) as { data: { token: string } };
  return { token: data.token, save: (text) => save(site, data.token, text) };
}

/** The text of Home that benches change. The next import restores the demonstration's own. */
export const KEY = "home-edito";

async function save(site: RunningSite, token: string, text: string): Promise<void> {
  const content = JSON.stringify({ blocks: [{ type: "paragraph", data: { text } }] });
  const body = JSON.stringify({ key: KEY, content });
  const { status } = await callApi(site, { method: "PUT", path: "/project/content", body, token });
  if (status !== 200) throw new Error(`A save was answered with ${status}`);
}
