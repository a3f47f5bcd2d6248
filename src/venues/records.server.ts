/** The stored data of venues, for rooms that show or export all of it. */
export {
  establishment,
  establishments,
  findEstablishment,
  projectsWithHosts,
  type Establishment,
} from "./queries.server.ts";
