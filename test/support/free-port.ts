import { once } from "node:events";
import { createServer } from "node:net";

/** A port that nobody listens on just now, on any address of this machine. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("A port on this machine was asked for");
  return address.port;
}
