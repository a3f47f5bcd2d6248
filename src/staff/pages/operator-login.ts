/** Runs in the page of a ticket (section 2.2): exchanges it, once, and leaves no trace of it in the browser. */
type Outcome = "refused" | "powerless" | "failed";

const page = document;
const { title = "" } = (page.currentScript as HTMLScriptElement).dataset;
const ticket = decodeURIComponent(location.pathname.split("/").pop() ?? "").replaceAll("|", ".");
// The address goes from the history before anything else happens.
history.replaceState(null, "", "/");
void logIn().then(
  (outcome) => (typeof outcome === "string" ? show(outcome) : location.replace(outcome.href)),
  () => show("failed"),
);

/** Where the session leads, or why there is none. */
async function logIn(): Promise<Outcome | { href: string }> {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/api/operators/sessions", { method: "POST", headers, body: JSON.stringify({ ticket }) });
  if (answer.status === 401 || answer.status === 422) return "refused";
  if (!answer.ok) return "failed";
  const rights = await fetch("/api/authedit");
  const { permissions = [] } = (await rights.json()) as { permissions?: string[] };
  if (permissions.includes("SITE_UPDATE")) return { href: "/" };
  // Whoever edits no page works at the desk.
  if (permissions.some((one) => one !== "CONTENT_PUBLISH")) return { href: "/desk" };
  // A token without it is of no use here, and is not kept (section 6).
  await fetch("/api/operators/sessions", { method: "DELETE" });
  return "powerless";
}

/** What became of it stands in the page already. */
function show(outcome: Outcome): void {
  page.title = title;
  page.documentElement.dataset["outcome"] = outcome;
}
