import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useMatches, useNavigate, useNavigation } from "react-router";
import { type Question, usePoll } from "../../ui/hooks/use-poll.ts";
import { useRefresh } from "../../ui/hooks/use-refresh.ts";
import { fetchRouteData } from "../../ui/route-data.ts";
import type { JackpotsPageView } from "../views.ts";
import { foundText } from "./jackpot-list.tsx";
import { searchAddress } from "./search-address.ts";

const REFRESH_MS = 60_000;
const TIMEOUT_MS = 10_000;

/** A list that is being fetched; `isLost` where that failed. */
type Asked = { address: string; isLost: boolean };

type JackpotListState = {
  isBusy: boolean;
  isLost: boolean;
  /** Announced to screen readers after a search. */
  status: string;
  list: RefObject<HTMLDivElement | null>;
  /** Asks for a machine's list, or for the latest. `isAgain` fetches also the list that is shown. */
  search: (typed: string, isAgain: boolean) => void;
  retry: () => void;
};

/**
 * The list of the jackpots page, updated in place: a search fetches a machine's list, and the address changes once it
 * has arrived. The shown list is refreshed every minute.
 */
export function useJackpotList(view: JackpotsPageView): JackpotListState {
  const { pathname, search: query } = useLocation();
  const { asked, ask } = useAsk();
  const isLeading = useNavigation().state !== "idle";
  const { status, expect } = useStatus(view);
  const list = useRef<HTMLDivElement>(null);
  useLatest(useRefresh(), asked, ask);
  return {
    isBusy: isLeading || asked?.isLost === false,
    isLost: asked?.isLost === true,
    status,
    list,
    search(typed, isAgain) {
      const address = searchAddress(pathname, query, typed);
      if (address === null || (address === pathname + query && !isAgain)) return;
      expect(null);
      void ask(address);
    },
    retry() {
      expect(list);
      if (asked !== null) void ask(asked.address);
    },
  };
}

/** Fetches one list at a time; a newer request aborts the older. */
function useAsk() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const latest = useRef<AbortController | null>(null);
  const routeId = useMatches().at(-1)?.id ?? "";
  const navigate = useNavigate();
  const ask = useCallback(
    async (address: string) => {
      latest.current?.abort();
      const own = new AbortController();
      latest.current = own;
      setAsked({ address, isLost: false });
      const hasCome = await fetchRouteData(
        address,
        routeId,
        AbortSignal.any([own.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      ).then(
        () => true,
        () => false,
      );
      if (latest.current !== own) return;
      setAsked(hasCome ? null : { address, isLost: true });
      if (hasCome) await navigate(address, { replace: true, preventScrollReset: true });
    },
    [routeId, navigate],
  );
  useEffect(() => () => latest.current?.abort(), []);
  return { asked, ask };
}

/** Refreshes the shown list every minute. Where a search has failed, retries that instead. */
function useLatest(refresh: Question<null>, asked: Asked | null, ask: (address: string) => Promise<void>): void {
  const question = useCallback<Question<null>>(
    async (signal, etag) => {
      if (asked === null) return refresh(signal, etag);
      if (asked.isLost) await ask(asked.address);
      return { body: null, etag: null };
    },
    [refresh, asked, ask],
  );
  usePoll(question, { everyMs: REFRESH_MS });
}

/**
 * The sentence announced once the requested list has arrived. After a retry the list takes the focus, because the retry
 * button is gone.
 */
function useStatus(view: JackpotsPageView) {
  const [status, setStatus] = useState("");
  const expected = useRef<{ focused: RefObject<HTMLElement | null> | null } | null>(null);
  useEffect(() => {
    const { current } = expected;
    if (current === null) return;
    expected.current = null;
    setStatus(foundText(view));
    current.focused?.current?.focus({ preventScroll: true });
  }, [view]);
  const expect = (focused: RefObject<HTMLElement | null> | null) => {
    expected.current = { focused };
    setStatus("");
  };
  return { status, expect };
}
