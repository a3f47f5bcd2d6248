import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useFetcher, useLocation } from "react-router";
import { m } from "../../messages/messages.js";
import { pageAddressOf } from "../../ui/page-address-of.ts";
import { useBack } from "../../ui/hooks/use-back.ts";
import { openModal } from "../../ui/sheets/modal.ts";
import { useFeedback } from "../../ui/feedback/feedback.tsx";
import { fetchRouteData } from "../../ui/route-data.ts";
import { Detail } from "../../venues/pages/detail.tsx";
import { DetailContent, type DetailData, preloadDetail } from "./detail-contents.tsx";
import { DetailOpener, type DetailPreview } from "../../venues/pages/detail-link.tsx";
import { detailRoute } from "../../venues/pages/detail-routes.ts";

const TIMEOUT_MS = 10_000;
/** How long prefetched data of a detail may be used without asking again, in milliseconds. */
const FRESH_MS = 5_000;

/** A detail that is being fetched; its data will be in the browser's cache. */
type Coming = { href: string; preview: DetailPreview | null; data: Promise<unknown> };

/** Lets details open over the pages inside it. */
export function Details({ children }: { children: ReactNode }) {
  const latest = useRef<Coming | null>(null);
  const coming = useCallback((href: string, preview: DetailPreview | null = null) => {
    if (latest.current?.href === href) return latest.current;
    const asked = begin(href, preview);
    latest.current = asked;
    // Forget it either way: a failed one may be retried, and a loaded one may have changed by the next time.
    const forget = () => {
      if (latest.current === asked) latest.current = null;
    };
    asked.data.then(() => setTimeout(forget, FRESH_MS), forget);
    return asked;
  }, []);
  const opening = useMemo(() => ({ prepare: coming, preload: preloadDetail }), [coming]);
  const href = useOver();
  const setLost = useFailureAfter(href);
  return (
    <DetailOpener value={opening}>
      {children}
      {href !== null && <DetailOver key={href} href={href} coming={coming} onLost={setLost} />}
    </DetailOpener>
  );
}

/** Reports a detail that failed to load once its dialog is closed: a message inside the dialog would disappear with it. */
function useFailureAfter(over: string | null): () => void {
  const { fail } = useFeedback();
  const isLost = useRef(false);
  const tell = useEffectEvent(() => {
    if (isLost.current) fail();
    isLost.current = false;
  });
  useEffect(() => {
    if (over === null) tell();
  }, [over]);
  return useCallback(() => {
    isLost.current = true;
  }, []);
}

function begin(href: string, preview: DetailPreview | null): Coming {
  const route = detailRoute(href);
  if (route === null) throw new RangeError(`${href} is not the address of a detail`);
  preloadDetail(route);
  return { href, preview, data: fetchRouteData(href, route, AbortSignal.timeout(TIMEOUT_MS)) };
}

/** Path of the detail that is open over the page; only when the address names it as well. */
function useOver(): string | null {
  const { search, mask } = useLocation();
  const over = new URLSearchParams(search).get("over");
  return over !== null && mask?.pathname === over && detailRoute(over) !== null ? over : null;
}

type DetailOverProps = { href: string; coming: (href: string) => Coming; onLost: () => void };

/** A detail over the list that opened it: shows what the list knows at once, and the rest when it has loaded. */
function DetailOver({ href, coming, onLost }: DetailOverProps) {
  const [{ preview, data: asked }] = useState(() => coming(href));
  const dialog = useRef<HTMLDialogElement>(null);
  const back = useBack();
  const list = pageAddressOf(useLocation());
  // Closing a meeting always leads to Home, whatever anchor was open.
  const isBackOnly = detailRoute(href) === "meeting";
  const leave = () => back(list, isBackOnly);
  const data = useDetail(href, asked, () => {
    onLost();
    leave();
  });
  useOpen(dialog);
  useTitle(data?.page.head.title ?? preview?.title ?? null);
  const leaveBeside = ({ target }: MouseEvent) => {
    if (target === dialog.current) leave();
  };
  const waiting = <Waiting preview={preview} backHref={list} isBackOnly={isBackOnly} />;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the key that leaves it
    <dialog
      ref={dialog}
      className="detail-over"
      aria-labelledby="detail-title"
      aria-busy={data === null}
      tabIndex={-1}
      onClick={leaveBeside}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onClose={leave}
    >
      {data === null ? (
        waiting
      ) : (
        <Suspense fallback={waiting}>
          <DetailContent data={data} />
        </Suspense>
      )}
    </dialog>
  );
}

/**
 * A detail's data from its route's own loader, fetched once `asked` shows that it will arrive; otherwise calls `onLost`. An error
 * message of an earlier attempt is removed when one succeeds.
 */
function useDetail(href: string, asked: Promise<unknown>, onLost: () => void): DetailData | null {
  const { data, load } = useFetcher<DetailData>();
  const { clear } = useFeedback();
  const lose = useEffectEvent(onLost);
  const hasCome = data !== undefined;
  useEffect(() => {
    if (hasCome) clear();
  }, [hasCome, clear]);
  useEffect(() => {
    let isLeft = false;
    asked.then(
      () => (isLeft ? undefined : load(href)),
      () => (isLeft ? undefined : lose()),
    );
    return () => {
      isLeft = true;
    };
  }, [asked, href, load]);
  return data ?? null;
}

/** Opens the dialog for as long as it is mounted. Focus goes to the dialog itself, and back when it closes. */
function useOpen(ref: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return;
    openModal(dialog);
    // After a reload the detail's own page is shown, which must not start at the list's scroll position.
    history.scrollRestoration = "manual";
    dialog.focus();
    return () => dialog.close();
  }, [ref]);
}

/** Sets the document's title, and restores the list's title afterwards. */
function useTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    const before = document.title;
    document.title = title;
    return () => {
      // Another page may have set its own title by now.
      if (document.title === title) document.title = before;
    };
  }, [title]);
}

type WaitingProps = { preview: DetailPreview | null; backHref: string; isBackOnly: boolean };

/** The outline of a detail, with what the list knows of it. */
function Waiting({ preview, ...back }: WaitingProps) {
  return (
    <Detail title={preview?.title ?? m.detail_waiting()} picture={preview?.picture ?? null} {...back}>
      <div className="detail-waiting" aria-hidden="true">
        <i className="placeholder" />
        <i className="placeholder" />
        <i className="placeholder" />
      </div>
    </Detail>
  );
}
