/** Closes an open `details[data-dismiss]` on a click elsewhere and on Escape, which gives the focus back to its summary. */
export function startDisclosures(root: Document | Element): void {
  root.addEventListener("click", ({ target }) => {
    for (const details of openOnes(root)) if (target instanceof Node && !details.contains(target)) details.open = false;
  });
  root.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== "Escape") return;
    for (const details of openOnes(root)) {
      details.open = false;
      details.querySelector("summary")?.focus();
    }
  });
}

function openOnes(root: Document | Element): NodeListOf<HTMLDetailsElement> {
  return root.querySelectorAll("details[data-dismiss][open]");
}
