import { redirect } from "react-router";

/** Redirects any unknown path to Home. Unknown files and API calls never get here: the server answers them with 404. */
export function loader() {
  throw redirect("/");
}

export default function Unknown() {
  return null;
}
