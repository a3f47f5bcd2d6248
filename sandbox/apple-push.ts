import { once } from "node:events";
import { createServer, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import type { Book } from "./book.ts";
import type { Faults } from "./faults.ts";
import type { Journal } from "./journal.ts";

export type Push = { device: string; topic: string; sent_at: string };
const KEPT = 200;

type World = { faults: Faults; book: Book; journal: Journal; now: () => Date };

/** Apple's push service over HTTP/2. Phones whose token begins with "dead" have unregistered. */
export function openApplePush({ faults, book, journal, now }: World) {
  const kept = book.part<Push[]>("apple-pushes", () => pushes);
  const pushes: Push[] = kept.stored ?? [];
  const sessions = new Set<ServerHttp2Session>();
  const server = createServer();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  server.on("stream", (stream, headers) => {
    const device = /^\/3\/device\/([\w-]+)$/.exec(headers[":path"] ?? "")?.[1];
    const fault = faults.take("wallets");
    const answer = (status: number, reason?: string) => {
      stream.respond({ ":status": status });
      stream.end(reason === undefined ? "" : JSON.stringify({ reason }));
    };
    stream.on("error", () => undefined);
    stream.resume();
    if (fault?.mode === "drop") return stream.session?.destroy();
    if (fault?.mode === "down") return answer(503, "ServiceUnavailable");
    if (device === undefined) return answer(400, "BadDeviceToken");
    if (device.startsWith("dead")) return answer(410, "Unregistered");
    pushes.unshift({ device, topic: String(headers["apns-topic"] ?? ""), sent_at: now().toISOString() });
    pushes.length = Math.min(pushes.length, KEPT);
    kept.save();
    journal.tell("push");
    return answer(200);
  });
  return {
    list: () => pushes,
    async listen(port: number): Promise<number> {
      server.listen(port, "localhost");
      await Promise.race([
        once(server, "listening"),
        once(server, "error").then(([error]) => Promise.reject(error as Error)),
      ]);
      return (server.address() as AddressInfo).port;
    },
    close() {
      for (const session of sessions) session.destroy();
      server.close();
    },
  };
}
