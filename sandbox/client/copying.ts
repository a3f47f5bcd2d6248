const TOLD_MS = 2_500;

/** Buttons and links with `data-copy` put its text on the clipboard, and the status beside them says so for a moment. */
export function startCopying(): void {
  document.addEventListener("click", ({ target }) => {
    const element = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
    const text = element?.dataset["copy"];
    if (element === null || text === undefined) return;
    // If the clipboard is not available, the text can still be read.
    navigator.clipboard?.writeText(text).then(
      () => tell(element.parentElement?.querySelector<HTMLElement>("[data-copied]") ?? null),
      () => undefined,
    );
  });
}

function tell(status: HTMLElement | null): void {
  if (status === null) return;
  status.textContent = status.dataset["copied"] ?? "";
  setTimeout(() => (status.textContent = ""), TOLD_MS);
}
