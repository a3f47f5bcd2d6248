import { createHash } from "node:crypto";
import type { SmsSettings } from "../platform/gateway-settings.server.ts";
import type { Sms, SmsGateway } from "../platform/gateways.ts";
import { jsonObject, providerFetch, ProviderUnreachable, type ProviderDeps } from "./provider-fetch.server.ts";

/** How long a message may wait for a phone that is switched off; a code is dead by then. */
const VALID_MINUTES = 5;

/**
 * SMS through OVHcloud (providers.md, 1): signed calls, no STOP clause because these are service messages. An unknown outcome
 * is tried once more with the same tag, never oftener (F22). The text is in no error.
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
  };
}

async function sendOnce(
  settings: SmsSettings,
  { now, timeoutMs }: ProviderDeps,
  sms: Sms,
): Promise<"sent" | "refused"> {
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
  if (!response.ok) throw new Error(`The SMS provider refuses our call: status ${response.status}`);
  const { validReceivers, invalidReceivers } = await jsonObject(response);
  if (isListWith(invalidReceivers, sms.to)) return "refused";
  if (isListWith(validReceivers, sms.to)) return "sent";
  throw new Error("The SMS provider says nothing of the number");
}

/** OVH's signature covers the method, the address, the body and the time with both secrets. */
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
