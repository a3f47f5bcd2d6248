import { useEffect, useEffectEvent, useState } from "react";
import { jsonQuestion, usePoll } from "../../../ui/hooks/use-poll.ts";
import { POLL_GIVE_UP_MS, POLL_MS } from "../polling.ts";
import type { PaymentStatus } from "../state.ts";
import type { PaymentView } from "../../view.server.ts";
import { leaveForLogIn } from "../../pages/use-wallet.ts";

/** So many polls without an answer, one after the other, are said. */
const FAILURES_MAX = 3;

type Told = {
  data: { payment: { status: PaymentStatus }; transaction: { status: { name: string } }[] };
  error: string | null;
};

export type Followed = {
  /** Ten minutes have passed: the rest comes by mail. */
  hasGivenUp: boolean;
  /** There is no answer. */
  isLost: boolean;
};

/**
 * Follows a payment (section 4, "Polling"): every 2 s while somebody looks, until there is nothing more to learn or ten minutes have passed.
 * `onNews` hears of what is not what was shown.
 */
export function usePayment(payment: PaymentView | null, onNews: () => void): Followed {
  const { uuid = "", told = "", isPolled = false } = payment ?? {};
  const [givenUp, setGivenUp] = useState<string | null>(null);
  const hasGivenUp = givenUp !== null && givenUp === uuid;
  const everyMs = isPolled && !hasGivenUp ? POLL_MS : null;
  const { answer, failures, refusal, isAsking } = usePoll<Told>(jsonQuestion(`/api/transaction/${uuid}`), {
    everyMs,
    jitter: 0,
    isEager: true,
  });
  const tell = useEffectEvent(onNews);
  const isNews = answer !== null && wordsOf(answer) !== told;
  useEffect(() => {
    if (isNews && !isAsking) tell();
  }, [isNews, isAsking]);
  useEffect(() => {
    if (refusal === 401) leaveForLogIn();
  }, [refusal]);
  useEffect(() => {
    if (!isPolled) return;
    const timer = setTimeout(() => setGivenUp(uuid), POLL_GIVE_UP_MS);
    return () => clearTimeout(timer);
  }, [uuid, isPolled]);
  return { hasGivenUp, isLost: everyMs !== null && failures >= FAILURES_MAX };
}

function wordsOf({ data, error }: Told): string {
  return [data.payment.status, ...data.transaction.map(({ status }) => status.name), error ?? ""].join(" ");
}
