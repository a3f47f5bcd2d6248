/** A provider was asked and certainly did nothing: it could not be reached at all, or it refused us as a caller. */
export class NotReached extends Error {
  override name = "NotReached";
}

/** By its name, because gateways may come from another bundle. */
export function isNotReached(error: unknown): boolean {
  return error instanceof Error && error.name === "NotReached";
}
