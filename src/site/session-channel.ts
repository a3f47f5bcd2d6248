/** Where tabs tell each other that a session has ended. */
export const SESSION_CHANNEL = "baize-session";
export const SESSION_ENDED = "ended";
