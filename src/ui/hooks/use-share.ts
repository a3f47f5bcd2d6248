import { useCallback } from "react";

/** How sharing ended: the browser's own sheet took the address, or it was copied, or neither was possible. */
export type Shared = "shared" | "copied" | "failed";

/** Hands the address of the open page to the browser's share sheet; where it has none, copies the address. */
export function useShare(): (title: string) => Promise<Shared> {
  return useCallback(async (title) => {
    const url = location.origin + location.pathname;
    if (typeof navigator.share === "function") {
      const isTaken = await navigator.share({ title, url }).then(
        () => true,
        // Closing the sheet is the visitor's decision, not a failure.
        (error: unknown) => error instanceof DOMException && error.name === "AbortError",
      );
      if (isTaken) return "shared";
    }
    return navigator.clipboard.writeText(url).then(
      () => "copied",
      () => "failed",
    );
  }, []);
}
