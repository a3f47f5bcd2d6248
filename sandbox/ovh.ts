import { createHash, timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import type { SmsSettings } from "../src/platform/settings/gateway-settings.server.ts";
import type { Faults } from "./faults.ts";
import type { Inbox } from "./inbox.ts";
import { faultOf, withFaults, type SandboxEnv } from "./with-faults.ts";

const CLOCK_SECONDS = 300;
const job = z.object({
  message: z.string().min(1),
  receivers: z.array(z.string()).min(1),
  sender: z.string(),
  noStopClause: z.boolean().default(false),
  tag: z.string().max(20).optional(),
});

const RECEIPT_AFTER_MS = 500;
const RECEIPT_TIMEOUT_MS = 5_000;
const DELIVERED = "4";
type Options = { settings: SmsSettings; siteUrl: string; now: () => Date };

/**
 * OVHcloud's SMS API. It checks signatures and declared senders, and reports impossible numbers as invalid receivers.
 * Delivered messages are reported to the site at the account's callback address.
 */
export function ovhApi({ settings, siteUrl, now }: Options, inbox: Inbox, faults: Faults) {
  const routes = new Hono<SandboxEnv>();
  // Message ids start at the current time, so that they stay unique across restarts.
  let nextId = now().getTime();
  const receipt = (id: number) => {
    const fields = { key: settings.callbackKey ?? "", id: String(id), ptt: DELIVERED, date: now().toISOString() };
    const signal = AbortSignal.timeout(RECEIPT_TIMEOUT_MS);
    fetch(`${siteUrl}/webhooks/ovh?${new URLSearchParams(fields)}`, { signal }).catch(() => undefined);
  };
  routes.use(withFaults(faults, "sms"));
  routes.post("/sms/:serviceName/jobs", async (c) => {
    const body = await c.req.text();
    const problem = signatureProblem(settings, c.req.raw, c.req.path, body, now());
    if (problem !== null) return c.json({ message: problem }, problem === "Invalid signature" ? 400 : 403);
    if (c.req.param("serviceName") !== settings.serviceName)
      return c.json({ message: "The requested object does not exist" }, 404);
    const parsed = job.safeParse(parsedJson(body));
    if (!parsed.success) return c.json({ message: "Invalid parameters" }, 400);
    const { message, receivers, sender, noStopClause } = parsed.data;
    if (sender !== settings.sender) return c.json({ message: `Sender ${sender} does not exist` }, 400);
    const isValid = (to: string) => /^\+[1-9]\d{7,14}$/.test(to);
    const valid = receivers.filter(isValid);
    const text = noStopClause ? message : `${message}\nSTOP 36179`;
    for (const to of valid) {
      inbox.deliver(
        { id: `sms-${nextId++}`, from: sender, to, subject: null, text, html: null, sent_at: now().toISOString() },
        faultOf(c),
      );
    }
    const ids = valid.map((_to, at) => nextId - valid.length + at);
    for (const id of ids) setTimeout(receipt, RECEIPT_AFTER_MS, id).unref();
    return c.json({
      totalCreditsRemoved: valid.length,
      ids,
      validReceivers: valid,
      invalidReceivers: receivers.filter((to) => !isValid(to)),
    });
  });
  return routes;
}

function signatureProblem(
  settings: SmsSettings,
  request: Request,
  path: string,
  body: string,
  now: Date,
): string | null {
  const header = (name: string) => request.headers.get(`x-ovh-${name}`) ?? "";
  if (header("application") !== settings.applicationKey) return "This application key is invalid";
  if (header("consumer") !== settings.consumerKey) return "This credential does not exist";
  const time = header("timestamp");
  if (!(Math.abs(Number(time) - now.getTime() / 1000) <= CLOCK_SECONDS)) return "Query out of time";
  // The signature covers the public address as the client wrote it.
  const url = `${settings.url}${path.slice(path.indexOf("/sms/"))}`;
  const covered = [settings.applicationSecret, settings.consumerKey, request.method, url, body, time].join("+");
  const wanted = Buffer.from(`$1$${createHash("sha1").update(covered).digest("hex")}`);
  const given = Buffer.from(header("signature"));
  return wanted.length === given.length && timingSafeEqual(wanted, given) ? null : "Invalid signature";
}

function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
