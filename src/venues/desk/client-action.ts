import { data, isRouteErrorResponse } from "react-router";

/** Longer than this, in milliseconds, and the operator is told. */
const PATIENCE_MS = 20_000;

/** What a form is answered that brought no answer back: the session was over, or the form was lost on its way. */
export type Failed = { failed: "over" | "lost" };

/**
 * The client's half of every action of the desk. Where no answer comes, the page stays with what is typed in it, and nothing is
 * loaded anew.
 */
export async function clientAction({ serverAction }: { serverAction: () => Promise<unknown> }): Promise<unknown> {
  try {
    return await Promise.race([serverAction(), lost()]);
  } catch (error) {
    // A redirect is an answer.
    if (error instanceof Response) throw error;
    const isOver = isRouteErrorResponse(error) && error.status === 401;
    return data({ failed: isOver ? "over" : "lost" } satisfies Failed, { status: 503 });
  }
}

function lost(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("no answer came")), PATIENCE_MS));
}
