import { createHash } from "node:crypto";
import type { SmsSettings } from "../platform/settings/gateway-settings.server.ts";
import type { Sms, SmsGateway, SmsReceipt } from "../platform/gateways/messages.ts";
import { isSameSecret } from "../platform/cryptography.server.ts";
import { jsonObject, providerFetch, ProviderUnreachable, type ProviderDeps } from "./provider-fetch.server.ts";

/** How many minutes a message may wait for a phone that is off. By then a code has expired. */
const VALID_MINUTES = 5;

/**
 * SMS through OVHcloud with signed calls. These are service messages, so they have no STOP clause. A call with an
 * unknown outcome is repeated once with the same tag. Errors never contain the text.
 */
export function openSms(settings: SmsSettings, deps: ProviderDeps): SmsGateway {
  return {
    async send(sms) {
      try {
        return await sendOnce(settings, deps, sms);
      } catch (error) {
        if (!(error instanceof ProviderUnreachable)) throw error;
        return await sendOnce(settings, deps, sms);
      }
    },
    readReceipt: (fields) => readReceipt(settings, fields),
  };
}

/**
 * Reads a delivery receipt. OVH calls the address set in its customer area, which contains our key, and adds the
 * message `id` and `ptt`, the operator's code: 1 to 3 are on the way, 4 is delivered, 6 will have no result, and every
 * other code is a failure.
 */
function readReceipt({ callbackKey }: SmsSettings, fields: URLSearchParams): ReturnType<SmsGateway["readReceipt"]> {
  if (callbackKey === null) return "unwanted";
  if (!isSameSecret(fields.get("key") ?? "", callbackKey)) return "unsigned";
  const messageId = fields.get("id") ?? "";
  const ptt = fields.get("ptt") ?? "";
  if (!/^\d{1,20}$/.test(messageId) || !/^\d{1,5}$/.test(ptt)) return "malformed";
  return { messageId, delivery: deliveryOf(Number(ptt)) };
}

function deliveryOf(ptt: number): SmsReceipt["delivery"] {
  if (ptt <= 3) return "pending";
  if (ptt === 4) return "delivered";
  return ptt === 6 ? "unknown" : "failed";
}

async function sendOnce(
  settings: SmsSettings,
  { now, timeoutMs }: ProviderDeps,
  sms: Sms,
): ReturnType<SmsGateway["send"]> {
  const url = `${settings.url}/sms/${encodeURIComponent(settings.serviceName)}/jobs`;
  const body = JSON.stringify({
    message: sms.text,
    receivers: [sms.to],
    sender: settings.sender,
    senderForResponse: false,
    noStopClause: true,
    priority: "high",
    charset: "UTF-8",
    validityPeriod: VALID_MINUTES,
    tag: sms.id.replaceAll("-", "").slice(0, 20),
  });
  const headers = { "content-type": "application/json", ...signed(settings, "POST", url, body, now()) };
  const response = await providerFetch(url, { method: "POST", headers, body }, timeoutMs);
  if (!response.ok) throw new Error(`The SMS provider refused the call: status ${response.status}`);
  const { ids, validReceivers, invalidReceivers } = await jsonObject(response);
  if (isListWith(invalidReceivers, sms.to)) return "refused";
  if (isListWith(validReceivers, sms.to)) return { messageId: firstId(ids) };
  throw new Error("The SMS provider's answer does not mention the number");
}

/** OVH's signature covers the application secret, the consumer key, the method, the URL, the body and the time. */
function signed(settings: SmsSettings, method: string, url: string, body: string, now: Date): Record<string, string> {
  const time = String(Math.floor(now.getTime() / 1000));
  const covered = [settings.applicationSecret, settings.consumerKey, method, url, body, time].join("+");
  return {
    "X-Ovh-Application": settings.applicationKey,
    "X-Ovh-Consumer": settings.consumerKey,
    "X-Ovh-Timestamp": time,
    "X-Ovh-Signature": `$1$${createHash("sha1").update(covered).digest("hex")}`,
  };
}

function isListWith(list: unknown, value: string): boolean {
  return Array.isArray(list) && list.includes(value);
}

function firstId(ids: unknown): string | null {
  const [id]: unknown[] = Array.isArray(ids) ? ids : [];
  return Number.isSafeInteger(id) ? String(id) : null;
}
