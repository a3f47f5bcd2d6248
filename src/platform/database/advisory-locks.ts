/**
 * The numbers of PostgreSQL's advisory locks that this program takes, each for one purpose. They are arbitrary, but all nodes share
 * them, also during a rolling update: never change one, and never give a number to a second purpose, because the two would wait for
 * each other.
 */
export const ADVISORY_LOCKS = {
  migrations: 7_205_759,
  sealing: 7_205_760,
  demoGroup: 7_205_761,
  indexes: 7_205_762,
  olderPayments: 7_205_763,
} as const;
