import { useLocation, useNavigate } from "react-router";

/** What an entry of the history says that a link of the page before it has made; `from` is that page's address with its hash. */
export type OpenedState = { opened?: true; from?: string } | null;

/**
 * Leaves what stands open over the page: one step back where the entry before it is ours, else the address `fallback` in the
 * place of this entry, because whoever came here directly has nothing to go back to.
 */
export function useLeave(): (fallback: string) => void {
  const { state } = useLocation();
  const navigate = useNavigate();
  return (fallback) => {
    if ((state as OpenedState)?.opened === true) void navigate(-1);
    else void navigate(fallback, { replace: true, preventScrollReset: true });
  };
}
