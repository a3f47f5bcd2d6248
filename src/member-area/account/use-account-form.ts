import * as paths from "../../venues/paths.ts";
import { useFetcher } from "react-router";
import type { Failed } from "../../ui/forms/client-action.ts";
import { useActionModules } from "../../ui/hooks/use-action-modules.ts";
import { useAnswer } from "../../ui/hooks/use-answer.ts";
import { type AccountAnswer, type AccountIntent, NOTHING_ASKED } from "./account-answer.ts";

/**
 * One of the account's forms, sent without leaving the page or popup. `page` is the answer of a browser without script; `failed` is
 * shown where no answer arrives.
 */
export function useAccountForm(intent: AccountIntent, page: AccountAnswer = NOTHING_ASKED, failed?: string) {
  const fetcher = useFetcher<AccountAnswer | Failed>();
  useActionModules(paths.account);
  const answer = useAnswer(fetcher.data, failed) ?? page;
  const isMine = answer.intent === intent;
  return {
    fetcher,
    answer,
    state: isMine ? answer.state : NOTHING_ASKED.state,
    isDone: isMine && answer.isDone,
    isBusy: fetcher.state !== "idle",
  };
}
