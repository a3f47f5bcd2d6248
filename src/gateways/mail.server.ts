import { createTransport } from "nodemailer";
import type { MailSettings } from "../platform/settings/gateway-settings.server.ts";
import type { MailGateway } from "../platform/gateways/messages.ts";

type MailTiming = { connectMs: number; silenceMs: number };
/**
 * The server did not accept a mail. The error never contains the recipient or the content; a server's own message would
 * repeat the address.
 */
class MailNotTaken extends Error {
  override name = "MailNotTaken";
}

const TIMEOUTS: MailTiming = { connectMs: 5_000, silenceMs: 15_000 };
const CONNECTIONS_MAX = 4;
/** A connection is reused for waiting mails. A server may close an idle one at any time, so it is not kept long. */
const IDLE_MS = 1_000;
/** A mail is sent again once if the server closed the connection before receiving any of it. */
const REQUEUES_MAX = 1;

/**
 * Mail over SMTP. A permanent answer (5xx) to the recipient or to the mail itself is final. Every other failure throws,
 * including a refusal of our sender or log-in, and the outbox tries again. The Message-ID is made from the mail's id,
 * so a mailbox that has the mail already shows it once. Certificates are always checked. Up to four connections are
 * shared.
 */
export function openMail(settings: MailSettings, timing: MailTiming = TIMEOUTS): MailGateway {
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
          const final = finalOutcome(error);
          if (final !== null) return final;
          throw new MailNotTaken(`The mail server did not accept the mail: ${reasonOf(error)}`);
        },
      );
    },
  };
}

/**
 * Classifies a permanent answer by the command it answers. A refused sender or log-in is a fault of our settings and
 * counts as temporary.
 */
function finalOutcome(error: unknown): "bounced" | "refused" | null {
  const { command, responseCode }: { command?: unknown; responseCode?: unknown } = Object(error);
  if (typeof responseCode !== "number" || responseCode < 500) return null;
  if (command === "RCPT TO") return "bounced";
  return command === "DATA" ? "refused" : null;
}

/** The kind of failure with the server's number, such as "EENVELOPE 550". */
function reasonOf(error: unknown): string {
  const { code, responseCode }: { code?: unknown; responseCode?: unknown } = Object(error);
  return [code, responseCode].filter((part) => ["string", "number"].includes(typeof part)).join(" ") || "unknown";
}
