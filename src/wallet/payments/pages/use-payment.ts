import { useEffect, useEffectEvent, useState } from "react";
import { jsonQuestion, usePoll } from "../../../ui/hooks/use-poll.ts";
import type { PaymentStatus } from "../state.ts";
import type { PaymentView } from "../../view.server.ts";
import { leaveForLogIn } from "../../pages/use-wallet.ts";

const POLL_MS = 2_000;
/** After this time the page stops polling and promises a mail. */
const POLL_GIVE_UP_MS = 600_000;
/** After this many failed polls in a row the member is told. */
const FAILURES_MAX = 3;

type PollAnswer = {
  data: { payment: { status: PaymentStatus }; transaction: { status: { name: string } }[] };
  error: string | null;
};

export type PaymentPoll = {
  /** Ten minutes have passed; the result will come by mail. */
  hasGivenUp: boolean;
  /** True while polls get no answer. */
  isLost: boolean;
};

/**
 * Polls a payment every 2 s while the page is visible, until it is final or ten minutes have passed. Calls `onNews`
 * when an answer differs from what is shown.
 */
export function usePayment(payment: PaymentView | null, onNews: () => void): PaymentPoll {
  const { uuid = "", told = "", isPolled = false } = payment ?? {};
  const [givenUp, setGivenUp] = useState<string | null>(null);
  const hasGivenUp = givenUp !== null && givenUp === uuid;
  const everyMs = isPolled && !hasGivenUp ? POLL_MS : null;
  const { answer, failures, refusal, isAsking } = usePoll<PollAnswer>(jsonQuestion(`/api/transaction/${uuid}`), {
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

function wordsOf({ data, error }: PollAnswer): string {
  return [data.payment.status, ...data.transaction.map(({ status }) => status.name), error ?? ""].join(" ");
}
