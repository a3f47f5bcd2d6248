import { useLocation, useNavigate } from "react-router";
import { isFirstToLeave, type OpenedState } from "./use-leave.ts";

/**
 * Returns to the previous page of this site, or to `fallback` if there is none. With `isOnly` it always leads to `fallback`: by a step back
 * if that is the previous entry, otherwise by replacing the present entry. Each entry is left once, however often it is asked.
 */
export function useBack(): (fallback: string, isOnly?: boolean) => void {
  const navigate = useNavigate();
  const location = useLocation();
  return (fallback, isOnly = false) => {
    if (!isFirstToLeave(location)) return;
    const isBefore = isOnly ? (location.state as OpenedState)?.from === fallback : canGoBack();
    if (isBefore) void navigate(-1);
    else void navigate(fallback, { replace: isOnly });
  };
}

/** True if the previous history entry is a page of this site. */
export function canGoBack(): boolean {
  const { navigation } = window as { navigation?: { canGoBack: boolean } };
  return navigation?.canGoBack ?? (history.length > 1 && document.referrer.startsWith(`${location.origin}/`));
}
