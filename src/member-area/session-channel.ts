/** The broadcast channel on which a tab tells the others that the session has ended. Its messages carry no data. */
export const SESSION_ENDED = "session-ended";
