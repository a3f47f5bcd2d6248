import { createHmac } from "node:crypto";
import { z } from "zod";
import type { AppleSettings, FacebookSettings } from "../src/platform/settings/gateway-settings.server.ts";
import type { Book } from "./book.ts";
import type { Journal } from "./journal.ts";
import type { IdentityKeys } from "./identity-keys.ts";

/** The body of `POST /api/social/{facebook,apple}/notices`: a person and what happened to their account. */
export const webhookOrder = z.discriminatedUnion("provider", [
  z.object({ provider: z.literal("facebook"), sub: z.string().min(1).max(255), type: z.literal("data-deletion") }),
  z.object({
    provider: z.literal("apple"),
    sub: z.string().min(1).max(255),
    type: z.enum(["consent-revoked", "account-delete", "email-disabled", "email-enabled"]),
  }),
]);
export type WebhookOrder = z.output<typeof webhookOrder>;

/**
 * `status` is the site's answer, or null if it could not be reached. `url` shows Facebook's user the state of a
 * deletion.
 */
export type SentWebhook = WebhookOrder & { sent_at: string; status: number | null; url: string | null };

const KEPT = 100;
const TIMEOUT_MS = 5_000;

type WebhookOptions = {
  facebook: FacebookSettings;
  apple: AppleSettings;
  keys: IdentityKeys;
  siteUrl: string;
  book: Book;
  journal: Journal;
  now: () => Date;
};

export type SocialWebhooks = ReturnType<typeof openSocialWebhooks>;

/** Sends the site the webhooks of Facebook and Apple, signed as the providers sign them. */
export function openSocialWebhooks({ facebook, apple, keys, siteUrl, book, journal, now }: WebhookOptions) {
  const kept = book.part<SentWebhook[]>("notices", () => sent);
  const sent: SentWebhook[] = kept.stored ?? [];
  const seconds = () => Math.floor(now().getTime() / 1000);

  /** Facebook's data-deletion request: HMAC-SHA256 of the encoded payload with the app's secret. */
  function signedRequest(sub: string): RequestInit {
    const told = { algorithm: "HMAC-SHA256", expires: seconds() + 3_600, issued_at: seconds(), user_id: sub };
    const payload = Buffer.from(JSON.stringify(told)).toString("base64url");
    const signature = createHmac("sha256", facebook.appSecret).update(payload).digest("base64url");
    return { body: new URLSearchParams({ signed_request: `${signature}.${payload}` }) };
  }

  /** Apple's event, as JSON inside the claims of a token. */
  async function signedEvent(type: string, sub: string): Promise<RequestInit> {
    const payload = await keys.sign({
      iss: "https://appleid.apple.com",
      aud: apple.clientIds[0],
      iat: seconds(),
      jti: crypto.randomUUID(),
      events: JSON.stringify({ type, sub, event_time: now().getTime() }),
    });
    return { body: JSON.stringify({ payload }), headers: { "content-type": "application/json" } };
  }

  return {
    list: () => sent,
    async send(order: WebhookOrder): Promise<SentWebhook> {
      const { provider, sub, type } = order;
      const webhook = provider === "facebook" ? signedRequest(sub) : await signedEvent(type, sub);
      const sentAt = now().toISOString();
      const answer = await tell(`${siteUrl}/webhooks/${provider}`, webhook);
      const told: SentWebhook = { ...order, sent_at: sentAt, ...answer };
      sent.unshift(told);
      sent.length = Math.min(sent.length, KEPT);
      kept.save();
      journal.tell("notice", { facts: { provider, type, status: answer.status } });
      return told;
    },
  };
}

async function tell(address: string, webhook: RequestInit): Promise<{ status: number | null; url: string | null }> {
  try {
    const answer = await fetch(address, { method: "POST", signal: AbortSignal.timeout(TIMEOUT_MS), ...webhook });
    const body = (await answer.json().catch(() => ({}))) as { url?: unknown } | null;
    return { status: answer.status, url: typeof body?.url === "string" ? body.url : null };
  } catch {
    return { status: null, url: null };
  }
}
