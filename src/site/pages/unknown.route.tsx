import { redirect } from "react-router";

/** Any other path leads to / (section 2.1, G7). Files and calls never get here: the front door answers them 404. */
export function loader() {
  throw redirect("/");
}

export default function Unknown() {
  return null;
}
