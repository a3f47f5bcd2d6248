import { useRevalidator } from "react-router";
import { AnswerError, UNCHANGED, usePoll } from "../../ui/hooks/use-poll.ts";
import type { OffersView } from "../view.server.ts";

/** How often open gifts are polled for a change, such as a burn at a kiosk. */
const ASK_MS = 2_000;
const CALL = "/api/users/gifts/version";

/** Reloads the page's gifts when their version changes, and when the ticket has expired. */
export function useFreshGifts({ ticket, version }: Pick<OffersView, "ticket" | "version">): void {
  const { revalidate } = useRevalidator();
  usePoll<null>(
    async (signal) => {
      const headers = { "Gifts-Ticket": ticket, "If-None-Match": `"${version}"` };
      const answer = await fetch(CALL, { headers, cache: "no-store", signal });
      if (answer.status === 304 || answer.headers.get("etag") === `"${version}"`) return UNCHANGED;
      if (!answer.ok && answer.status !== 401) throw new AnswerError(answer.status);
      await revalidate();
      return UNCHANGED;
    },
    { everyMs: ASK_MS },
  );
}
