import { data, isRouteErrorResponse } from "react-router";

/** What a form's sending came to where it has no answer: what was typed stays, and the banner says so. */
export type Failed = { failed: true };

export function isFailed(answer: unknown): answer is Failed {
  return typeof answer === "object" && answer !== null && "failed" in answer && answer.failed === true;
}

/** A status that revalidates nothing: the page stays as it is. */
const UNANSWERED = { status: 503 };

/**
 * Shared by every form's route: a redirect passes; where no answer comes, or one that is none of the page's (no network, too
 * large, too many, busy), the form is answered `Failed`.
 */
export async function answerOf<Answer>(ask: () => Promise<Answer>) {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status === 404)) throw error;
    return data<Failed>({ failed: true }, UNANSWERED);
  }
}
