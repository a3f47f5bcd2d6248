/** The channel on which a tab tells the others that the session has ended; a message says nothing else. */
export const SESSION_ENDED = "session-ended";
