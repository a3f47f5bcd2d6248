import { missingPage } from "../../venues/document/missing-page.server.ts";

/** Redirects any unknown path to Home. Unknown files and API calls never get here: the server answers them with 404. */
export function loader() {
  throw missingPage();
}

export default function Unknown() {
  return null;
}
