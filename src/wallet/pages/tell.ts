/** Shows one of the alerts that stand ready in a part of the page (alerts.tsx), or none; `words` are what the server says. */
export function tell(part: ParentNode, kind: string | null, words?: string): void {
  for (const alert of part.querySelectorAll<HTMLElement>("[data-alerts] [data-alert]")) {
    alert.hidden = alert.dataset["alert"] !== kind;
    const text = alert.querySelector("p");
    if (!alert.hidden && words !== undefined && text !== null) text.textContent = words;
  }
}

/** The text of a refusal: one, or the first of several (section 7). Null for none. */
export function refusalWords(error: unknown): string | null {
  if (typeof error === "string") return error === "" ? null : error;
  const [first] = Array.isArray(error) ? (error as unknown[]) : [];
  if (typeof first !== "object" || first === null || !("message" in first)) return null;
  return typeof first.message === "string" ? first.message : null;
}
