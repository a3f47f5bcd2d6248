/** How long 'Copied!' stands (section 9). */
const TOLD_MS = 1500;
const telling = new WeakMap<HTMLElement, ReturnType<typeof setTimeout>>();

/** Makes every `[data-copy]` copy its code, and say its `data-copied` in the place of the code for a moment. */
export function startCopies(root: Document): void {
  root.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-copy]") : null;
    if (button !== null) void copy(button);
  });
}

async function copy(button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(button.dataset["copy"] ?? "");
  } catch {
    // The clipboard is closed to this page: the code is there to be read.
    return;
  }
  const status = button.nextElementSibling;
  if (!(status instanceof HTMLElement)) return;
  status.textContent = button.dataset["copied"] ?? "";
  button.dataset["isCopied"] = "";
  clearTimeout(telling.get(button));
  const end = setTimeout(() => {
    status.textContent = "";
    delete button.dataset["isCopied"];
  }, TOLD_MS);
  telling.set(button, end);
}
