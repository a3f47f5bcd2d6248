import { useRevalidator } from "react-router";
import { AnswerError, UNCHANGED, usePoll } from "../../ui/hooks/use-poll.ts";
import type { OffersView } from "../view.server.ts";

/** How often open gifts ask whether one of them has moved, at a kiosk for instance. */
const ASK_MS = 2_000;
const CALL = "/api/users/gifts/version";

/** Draws the gifts anew as soon as their version is another one. A ticket that is over is renewed in the same way. */
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
