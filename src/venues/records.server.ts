/** What is stored of venues, for rooms that show or export the whole of them. */
export { establishment, establishments, galleryKeys, projectsWithHosts, type Establishment } from "./queries.server.ts";
