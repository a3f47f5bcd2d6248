import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { Fault, Faults } from "./faults.ts";
import type { Inbox } from "./inbox.ts";
import { readMail } from "./mime.ts";
import { listening } from "../src/platform/http/listening.server.ts";

const MAIL_BYTES_MAX = 5_000_000;

/** A mail server that accepts every mail for every address and keeps it in the inbox. */
export function openSmtp(inbox: Inbox, faults: Faults, now: () => Date) {
  const met = new Map<string, Fault>();
  const sockets = new Map<number, Socket>();

  async function receive(stream: AsyncIterable<Buffer>, session: SMTPServerSession): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const fault = met.get(session.id);
    if (fault?.mode === "drop") {
      sockets.get(session.remotePort)?.destroy();
      return;
    }
    const { messageId, ...mail } = readMail(Buffer.concat(chunks));
    for (const { address } of session.envelope.rcptTo) {
      const to = address.toLowerCase();
      const id = messageId === "" ? randomUUID() : `${messageId.replace(/[<>]/g, "")}-${to}`;
      if (!inbox.has(id)) inbox.deliver({ id, to, ...mail, sent_at: now().toISOString() }, fault);
    }
    if (fault?.mode === "slow") await new Promise((resolve) => setTimeout(resolve, fault.delay_ms).unref());
  }

  const server = new SMTPServer({
    name: "sandbox",
    banner: "The sandbox's mail",
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    size: MAIL_BYTES_MAX,
    // A fault applies to one mail, whichever connection it uses.
    onMailFrom(_address, session, answer) {
      met.delete(session.id);
      const fault = faults.take("mail");
      if (fault?.mode === "down") return answer(Object.assign(new Error("Try again later"), { responseCode: 421 }));
      if (fault !== undefined) met.set(session.id, fault);
      return answer();
    },
    onClose: (session) => void met.delete(session.id),
    onData(stream, session, answer) {
      receive(stream, session).then(
        () => answer(null),
        (error: unknown) => answer(error instanceof Error ? error : new Error("The mail cannot be read")),
      );
    },
  });
  server.server.on("connection", (socket: Socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once("close", () => sockets.delete(port));
  });
  // Errors of client connections are ignored.
  server.on("error", () => undefined);

  return {
    /** Resolves with the port. With `port` 0 it takes a free one. */
    listen: (port: number) => listening(server.server, port),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
