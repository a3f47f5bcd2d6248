/** Runs in the page of a ticket (section 2.2): exchanges it, once, and leaves no trace of it in the browser. */
type Words = Record<"refused" | "powerless" | "failed", [title: string, text: string]> & { home: string };

const page = document;
const words = JSON.parse((page.currentScript as HTMLScriptElement).dataset["words"] ?? "{}") as Words;
const ticket = decodeURIComponent(location.pathname.split("/").pop() ?? "").replaceAll("|", ".");
// The address goes from the history before anything else happens.
history.replaceState(null, "", "/");
void logIn().then(
  (outcome) => (typeof outcome === "string" ? show(outcome) : location.replace(outcome.href)),
  () => show("failed"),
);

/** Where the session leads, or why there is none. */
async function logIn(): Promise<keyof Omit<Words, "home"> | { href: string }> {
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

function show(outcome: keyof Omit<Words, "home">): void {
  const [title, text] = words[outcome];
  page.title = title;
  const heading = page.querySelector("h1");
  const paragraph = page.querySelector("main p");
  if (heading !== null) heading.textContent = title;
  if (paragraph === null) return;
  paragraph.textContent = text;
  const home = Object.assign(page.createElement("a"), { href: "/", textContent: words.home });
  paragraph.after(home);
}
