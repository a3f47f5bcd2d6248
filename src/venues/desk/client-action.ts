import { data, isRouteErrorResponse } from "react-router";

/** How long the browser waits for an answer, in milliseconds, before it tells the operator. */
const TIMEOUT_MS = 20_000;

/** Why a form got no answer: the session has ended, or the request failed or timed out. */
export type DeskFailure = { failed: "over" | "lost" };

/**
 * The `clientAction` of every desk route. When no answer comes, the page keeps what the operator typed, and no loader runs again.
 */
export async function clientAction({ serverAction }: { serverAction: () => Promise<unknown> }): Promise<unknown> {
  try {
    return await Promise.race([serverAction(), lost()]);
  } catch (error) {
    // A redirect is an answer.
    if (error instanceof Response) throw error;
    const isOver = isRouteErrorResponse(error) && error.status === 401;
    return data({ failed: isOver ? "over" : "lost" } satisfies DeskFailure, { status: 503 });
  }
}

function lost(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("no answer came")), TIMEOUT_MS));
}
