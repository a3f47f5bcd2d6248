import { constants, createHash, createPublicKey, publicEncrypt, randomUUID } from "node:crypto";
import type { BankSettings } from "../src/platform/settings/bank-settings.server.ts";
import type { Session } from "./bank-book.ts";
import { WEBHOOK_MODES, type Faults } from "./faults.ts";
import { answerTo, openWebhookFaults, post, type Deliver } from "./webhooks.ts";

type Options = {
  /** The keys of the application that a session belongs to. */
  settingsOf: (application: string) => BankSettings | null;
  webhookUrl: string;
  deliver?: Deliver;
  /** Told of the site's answer to a webhook: its status, 0 without an answer, and how long it took. */
  answered: (session: Session, answer: { status: number; ms: number }) => void;
  now: () => Date;
};

const ATTEMPTS = 10;
const FIRST_RETRY_MS = 1_000;
const LISTED = ["date", "digest", "x-request-id"];

/**
 * Sends the site a webhook at every change of a session, as Fintecture does: a signed form, repeated until it is
 * accepted. Faults of the bank apply.
 */
export function openBankWebhooks({ settingsOf, webhookUrl, deliver = post, answered, now }: Options, faults: Faults) {
  const underFault = openWebhookFaults();

  async function attemptOnce(session: Session): Promise<boolean> {
    const settings = settingsOf(session.application);
    if (settings === null) return true;
    const message = bankWebhook(settings, session, new URL(webhookUrl).pathname, now());
    const answer = await answerTo(deliver, webhookUrl, message);
    answered(session, answer);
    return answer.status >= 200 && answer.status < 300;
  }
  async function send(session: Session, attempt: number): Promise<void> {
    if ((await attemptOnce(session)) || attempt === ATTEMPTS) return;
    setTimeout(() => void send(session, attempt + 1), FIRST_RETRY_MS * 2 ** (attempt - 1)).unref();
  }
  return {
    tell(session: Session): void {
      // The bank does not wait for an answer before it sends the same webhook once more, nor does a duplicate here.
      void underFault(faults.take("bank", WEBHOOK_MODES), async () => void send(session, 1));
    },
  };
}

/** The headers and body of a webhook. */
export function bankWebhook(
  settings: BankSettings,
  session: Pick<Session, "id" | "status" | "state" | "payerName">,
  target: string,
  at: Date,
): { headers: Record<string, string>; body: string } {
  const body = new URLSearchParams({
    session_id: session.id,
    status: session.status,
    customer_id: createHash("sha256").update(session.payerName).digest("hex").slice(0, 32),
    provider: "sandboxbank",
    state: session.state,
    type: "PayByBank",
  }).toString();
  return {
    body,
    headers: { "content-type": "application/x-www-form-urlencoded", ...signedHeaders(settings, body, target, at) },
  };
}

/** Fintecture's digest and unusual signature: the listed headers, encrypted with the application's public key. */
export function signedHeaders(
  settings: BankSettings,
  body: string,
  target: string,
  at: Date,
  listed: readonly string[] = LISTED,
): Record<string, string> {
  const values: Record<string, string> = {
    "(request-target)": `post ${target}`,
    date: at.toUTCString(),
    digest: `SHA-256=${createHash("sha256").update(body).digest("base64")}`,
    "x-request-id": randomUUID(),
  };
  const covered = listed.map((name) => `${name}: ${values[name]}`).join("\n");
  const key = createPublicKey(settings.privateKeys[0]);
  const encrypted = publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING }, Buffer.from(covered));
  return {
    date: values["date"] ?? "",
    digest: values["digest"] ?? "",
    "x-request-id": values["x-request-id"] ?? "",
    signature: `keyId="${settings.appId}",algorithm="rsa-sha256",headers="${listed.join(" ")}",signature="${encrypted.toString("base64")}"`,
  };
}
