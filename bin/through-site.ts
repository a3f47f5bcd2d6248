import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../src/platform/config.server.ts";
import { lockHolder } from "../src/platform/database/pglite/lock.ts";
import { openSecrets } from "../src/platform/secrets.server.ts";

const LISTEN_ATTEMPTS = 60;
const LISTEN_PAUSE_MS = 1_000;

/** The port of the running site that holds the embedded database, which then serves no other process; undefined if there is none. */
export function portOfSite(config: Config): number | undefined {
  return config.databaseUrl === undefined ? lockHolder(config.dataDir)?.port : undefined;
}

/** Sends JSON to the running site with the installation's own key. A site that is still loading gets a minute to open its port. */
export async function askSite(config: Config, port: number, path: string, body: object): Promise<unknown> {
  const address = `http://localhost:${port}${path}`;
  const response = await sendOnceItListens(address, {
    method: "POST",
    headers: {
      authorization: `Bearer ${openSecrets(config.secretsFile).importKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function sendOnceItListens(address: string, request: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetch(address, request);
    } catch (error) {
      if (attempt === LISTEN_ATTEMPTS)
        throw new Error(`The running site does not answer at ${address}.`, { cause: error });
      await delay(LISTEN_PAUSE_MS);
    }
  }
}
