/** The kinds of refusals that verbs return, each with its HTTP status. Verbs know the kinds only. */
export const REFUSAL_STATUS = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  unavailable: 503,
} as const;
export type RefusalKind = keyof typeof REFUSAL_STATUS;
