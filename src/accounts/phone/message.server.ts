import { setTimeout as delay } from "node:timers/promises";
import { m } from "../../messages/messages.js";
import type { World } from "../../platform/world.ts";
import { mailSender } from "../../mail/sender.server.ts";
import { noteMessage, voidCode, type CodePurpose, type NewCode } from "./codes.server.ts";
import type { Visit } from "../visit.server.ts";

/** The caller waits at most this long for the provider; the sending goes on. */
const TIMEOUT_MS = 3_000;

/**
 * Sends a code's message after its transaction. The code's id is the provider's idempotency key. "refused" where the provider will
 * never accept the number. An unknown outcome counts as sent: the message may have gone, the gateway has retried once, and the member
 * can ask again after the waiting time only.
 */
export async function deliverCode(
  world: World,
  visit: Visit,
  code: NewCode & { phone: string; purpose: CodePurpose },
): Promise<"sent" | "refused"> {
  const text = await textOf(world, visit, code);
  const sending = world.gateways.sms.send({ id: code.id, to: code.phone, text }).then(
    async (outcome) => {
      const word = outcome === "refused" ? "refused" : "sent";
      world.metrics.count(`sms_total{outcome="${word}"}`);
      if (outcome === "refused") await voidCode(world, code.id);
      else if (outcome.messageId !== null) await noteMessage(world, code.id, outcome.messageId);
      return word;
    },
    (error: unknown) => {
      world.metrics.count(`sms_total{outcome="unknown"}`);
      world.log.warn({ err: error, otp: code.id }, "the outcome of an SMS is unknown");
      return "sent" as const;
    },
  );
  const timer = new AbortController();
  const waited = delay(TIMEOUT_MS, "sent" as const, { signal: timer.signal, ref: false }).catch(() => "sent" as const);
  const outcome = await Promise.race([sending, waited]);
  timer.abort();
  return outcome;
}

/** The last line is the format by which phones fill in the code, on this site only. */
async function textOf(
  world: World,
  { venue, locale }: Visit,
  { code, purpose }: { code: string; purpose: CodePurpose },
) {
  const { name, host } = await mailSender(world, venue);
  // Typographic apostrophes would force the 16-bit encoding, which doubles the message's length and price.
  const sender = name.replaceAll("’", "'");
  const words = { verify_phone: m.account_sms_code, leave_phone: m.account_sms_leave, fresh: m.account_sms_fresh };
  return `${words[purpose]({ code, venue: sender }, { locale })}\n\n@${host} #${code}`;
}
