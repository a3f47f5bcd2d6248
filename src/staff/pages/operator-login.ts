import * as deskPaths from "../desk-paths.ts";

/** Runs in the page of a ticket: exchanges it once and leaves no trace of it in the browser. */
type Outcome = "refused" | "powerless" | "failed";

const page = document;
const { title = "" } = (page.currentScript as HTMLScriptElement).dataset;
const ticket = decodeURIComponent(location.pathname.split("/").pop() ?? "").replaceAll("|", ".");
// The ticket leaves the address and the history before anything else happens.
history.replaceState(null, "", "/");
void logIn().then(
  (outcome) => (typeof outcome === "string" ? show(outcome) : location.replace(outcome.href)),
  () => show("failed"),
);

/** The address to go to after the log-in, or the reason of its failure. */
async function logIn(): Promise<Outcome | { href: string }> {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/api/operators/sessions", { method: "POST", headers, body: JSON.stringify({ ticket }) });
  if (answer.status === 401 || answer.status === 422) return "refused";
  if (!answer.ok) return "failed";
  const rights = await fetch("/api/authedit");
  const { permissions = [] } = (await rights.json()) as { permissions?: string[] };
  if (permissions.includes("SITE_UPDATE")) return { href: "/" };
  // An operator who may not edit pages starts at the desk.
  if (permissions.some((one) => one !== "CONTENT_PUBLISH")) return { href: deskPaths.home };
  // A session with CONTENT_PUBLISH alone can do nothing, so it is ended.
  await fetch("/api/operators/sessions", { method: "DELETE" });
  return "powerless";
}

/** The texts of every outcome are in the page already. */
function show(outcome: Outcome): void {
  page.title = title;
  page.documentElement.dataset["outcome"] = outcome;
}
