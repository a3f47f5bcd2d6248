import { request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../src/platform/settings/config.server.ts";
import { hasCode } from "../src/platform/error-code.ts";
import { lockHolder } from "../src/platform/database/pglite/lock.ts";
import { exitWith } from "../src/platform/exit.server.ts";
import { openSecrets } from "../src/platform/secrets/secrets.server.ts";

const LISTEN_ATTEMPTS = 60;
const LISTEN_PAUSE_MS = 1_000;
const EVERYWHERE = ["0.0.0.0", "::"];

/** The port of the site that holds the embedded database; null if nobody does. Ends the process if another program holds it. */
export function portOfSite({ databaseUrl, dataDir }: Config): number | null {
  const holder = databaseUrl === undefined ? lockHolder(dataDir) : null;
  if (holder === null) return null;
  return holder.port ?? exitWith(1, `${dataDir} is in use by process ${holder.pid}: try again when it has ended.`);
}

/** Sends a call of this installation's commands to the running site. A site that is still starting gets a minute to open its port. */
export async function askSite(config: Config, port: number, path: string, body: object): Promise<unknown> {
  const key = openSecrets(config.secretsFile).importKey;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return JSON.parse(await send(config, port, path, { key, body: JSON.stringify(body) })) as unknown;
    } catch (error) {
      if (!hasCode(error, "ECONNREFUSED")) throw error;
      if (attempt === LISTEN_ATTEMPTS) throw new Error("The running site does not answer.", { cause: error });
      await delay(LISTEN_PAUSE_MS);
    }
  }
}

function send(
  { host }: Config,
  port: number,
  path: string,
  { key, body }: { key: string; body: string },
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(
    {
      method: "POST",
      host: host === undefined || EVERYWHERE.includes(host) ? "localhost" : host,
      port,
      path,
      headers: {
        // The group's own host, whatever address the site listens on.
        host: `localhost:${port}`,
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      },
    },
    (answer) => void text(answer).then(resolve, reject),
  );
  sent.on("error", reject);
  sent.end(body);
  return promise;
}
