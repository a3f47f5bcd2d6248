/** The programme's records of a person, for the pages on which staff see all of them. */
export { enrollmentOfAccount, lockEnrollment } from "./enrollment/queries.server.ts";
export { cardsOf, insertionOf, lockCardInForce, membershipById } from "./queries.server.ts";
