import { closePopup } from "../../native/bridge.ts";
import { whileVisible } from "../../ui/while-visible.ts";
import type { PaymentStatus } from "../payment-state.ts";
import { outcomeOf, pendingOfAnswer, POLL_GIVE_UP_MS, POLL_MS } from "../polling.ts";
import { endReturn } from "./open-wallet.ts";
import { BODY_EVENT, leaveForLogIn, refresh, sheetOf } from "./sheet-body.ts";

const PATIENCE_MS = 10_000;
/** So many polls without an answer, one after the other, are said. */
const FAILURES_MAX = 3;

type Told = {
  data: { payment: { status: PaymentStatus }; transaction: { status: { name: string } }[] };
  error: string | null;
};

/** What this page knows of a payment: since when it follows it, the last answer's ETag, whether its outcome was acted upon. */
const known = new Map<string, { since: number; etag: string | null; isAsking: boolean; isEnded: boolean }>();
let failures = 0;

/**
 * Follows the payments in the open sheet (section 4, "Polling"): every 2 s while somebody looks, until there is nothing more to learn or ten
 * minutes have passed (G144). What changed is drawn by the server.
 */
export function followPayments(root: Document): void {
  whileVisible(() => void Promise.all(polledIn(root).map((place) => ask(root, place))), POLL_MS);
  addEventListener("online", () => (failures = 0));
  root.addEventListener(BODY_EVENT, () => say(root));
}

function polledIn(root: Document): HTMLElement[] {
  const sheet = sheetOf(root);
  if (sheet === null || !sheet.open) return [];
  return [...sheet.querySelectorAll<HTMLElement>("[data-payment][data-polled]")];
}

async function ask(root: Document, place: HTMLElement): Promise<void> {
  const { payment: uuid = "", told = "" } = place.dataset;
  const memory = known.get(uuid) ?? { since: performance.now(), etag: null, isAsking: false, isEnded: false };
  known.set(uuid, memory);
  if (memory.isAsking || hasGivenUp(uuid)) return say(root);
  memory.isAsking = true;
  try {
    const answer = await fetch(`/api/transaction/${uuid}`, {
      headers: memory.etag === null ? {} : { "If-None-Match": memory.etag },
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (failures > 0) failures = 0;
    if (answer.status === 304) return;
    if (answer.status === 401) return lost(root);
    if (!answer.ok) throw new Error(`a poll answered ${answer.status}`);
    await take(root, uuid, told, (await answer.json()) as Told);
    memory.etag = answer.headers.get("ETag");
  } catch {
    failures += 1;
  } finally {
    memory.isAsking = false;
    say(root);
  }
}

/** The account is drawn again with the handle that is held; then, once a payment, the app closes its popup and the return is over. */
async function take(root: Document, uuid: string, told: string, { data, error }: Told): Promise<void> {
  const names = data.transaction.map(({ status }) => status.name);
  if (told === [data.payment.status, ...names, error ?? ""].join(" ")) return;
  await refresh(root);
  const memory = known.get(uuid);
  const sheet = sheetOf(root);
  if (outcomeOf(pendingOfAnswer(data.payment.status, names)) === null || memory === undefined || memory.isEnded) return;
  memory.isEnded = true;
  closePopup(window);
  if (sheet !== null) endReturn(sheet);
}

function lost(root: Document): void {
  const sheet = sheetOf(root);
  if (sheet !== null) leaveForLogIn(sheet);
}

function hasGivenUp(uuid: string): boolean {
  const since = known.get(uuid)?.since;
  return since !== undefined && performance.now() - since > POLL_GIVE_UP_MS;
}

/** Says in the block that polling has stopped, or that there is no answer. */
function say(root: Document): void {
  for (const place of sheetOf(root)?.querySelectorAll<HTMLElement>("section[data-payment][data-polled]") ?? []) {
    const later = place.querySelector<HTMLElement>("[data-payment-later]");
    const isLost = place.querySelector<HTMLElement>("[data-payment-lost]");
    if (later !== null) later.hidden = !hasGivenUp(place.dataset["payment"] ?? "");
    if (isLost !== null) isLost.hidden = failures < FAILURES_MAX;
  }
}
