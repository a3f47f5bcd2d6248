/** A call to a provider that certainly had no effect: the provider could not be reached, or refused us as a caller. */
export class NotReached extends Error {
  override name = "NotReached";
}

/** Compares the name, because the gateways may come from another bundle with another class. */
export function isNotReached(error: unknown): boolean {
  return error instanceof Error && error.name === "NotReached";
}
