/** Why a verb refuses, in a few words for all of them; what each is over HTTP is the API's business. */
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
