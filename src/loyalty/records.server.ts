/** The programme's records of a person, for the pages on which staff see all of them, and for what the floor reports. */
export { enrollmentOfAccount, lockEnrollment } from "./enrollment/queries.server.ts";
export {
  cardsOf,
  countryOfSite,
  holderOfCard,
  insertionOf,
  lockCardInForce,
  lockHolderOfCard,
  membershipById,
} from "./queries.server.ts";
