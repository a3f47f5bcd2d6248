import { createTransport } from "nodemailer";
import type { MailSettings } from "../platform/gateway-settings.server.ts";
import type { MailGateway } from "../platform/gateways.ts";

type MailTiming = { connectMs: number; silenceMs: number };
/** The server did not take a mail. Never holds what was sent nor to whom: a server's own words repeat the address. */
export class MailNotTaken extends Error {
  override name = "MailNotTaken";
}

const PATIENCE: MailTiming = { connectMs: 5_000, silenceMs: 15_000 };
const CONNECTIONS_MAX = 4;
/** A connection serves the mails that wait behind each other; a server may end one that is idle whenever it likes. */
const IDLE_MS = 1_000;
/** Where a server ended a connection before it was given a byte of a mail, that mail takes another. */
const REQUEUES_MAX = 1;

/**
 * Mail over SMTP (providers.md, 2). A permanent answer (5xx) to the recipient or to the mail itself is final; anything else but the
 * server's taking the mail, among it what it has against ourselves, throws, and the outbox tries again: the
 * Message-ID is made from the mail's id, so that a mailbox that has it already shows it once. Certificates are always checked. Mails
 * that follow each other share connections.
 */
export function openMail(settings: MailSettings, timing: MailTiming = PATIENCE): MailGateway {
  const transport = createTransport({
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    maxRequeues: REQUEUES_MAX,
    idleTimeout: IDLE_MS,
    host: settings.host,
    port: settings.port,
    secure: settings.security === "tls",
    requireTLS: settings.security === "starttls",
    ignoreTLS: settings.security === "none",
    ...(settings.login === null ? {} : { auth: { user: settings.login.user, pass: settings.login.password } }),
    connectionTimeout: timing.connectMs,
    greetingTimeout: timing.connectMs,
    socketTimeout: timing.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      const domain = mail.from.address.split("@").at(-1) ?? "localhost";
      const sending = transport.sendMail({
        messageId: `<${mail.id}@${domain}>`,
        from: mail.from,
        to: { name: "", address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: { "Auto-Submitted": "auto-generated" },
      });
      return sending.then(
        () => "sent" as const,
        (error: unknown) => {
          const final = finalWord(error);
          if (final !== null) return final;
          throw new MailNotTaken(`The mail server did not take it: ${reasonOf(error)}`);
        },
      );
    },
  };
}

/** What a permanent answer is about, by the command that got it; a refused sender or log-in is a fault of our settings, and passes. */
function finalWord(error: unknown): "bounced" | "refused" | null {
  const { command, responseCode }: { command?: unknown; responseCode?: unknown } = Object(error);
  if (typeof responseCode !== "number" || responseCode < 500) return null;
  if (command === "RCPT TO") return "bounced";
  return command === "DATA" ? "refused" : null;
}

/** The kind of failure and the server's number for it, such as "EENVELOPE 550". */
function reasonOf(error: unknown): string {
  const { code, responseCode }: { code?: unknown; responseCode?: unknown } = Object(error);
  return [code, responseCode].filter((part) => ["string", "number"].includes(typeof part)).join(" ") || "unknown";
}
