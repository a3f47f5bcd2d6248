import { data, isRouteErrorResponse } from "react-router";

/** The result of a submission without an answer. The typed values stay, and the error banner is shown. */
export type Failed = { failed: true };

export function isFailed(answer: unknown): answer is Failed {
  return typeof answer === "object" && answer !== null && "failed" in answer && answer.failed === true;
}

/** The router revalidates nothing after this status, so the page stays as it is. */
const UNANSWERED = { status: 503 };

/**
 * Wraps the server action in every form's route. Redirects pass. If no answer comes, or none that the page can show (no network, too
 * large, too many requests, overloaded), the form gets `Failed`.
 */
export async function answerOf<Answer>(ask: () => Promise<Answer>) {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status === 404)) throw error;
    return data<Failed>({ failed: true }, UNANSWERED);
  }
}
