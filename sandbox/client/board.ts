/** Sends the board of faults after every choice and renews what it says, so that the focus stays where it is. */
export function startBoard(): void {
  const board = document.querySelector<HTMLFormElement>("form[data-board]");
  if (board === null) return;
  let sent = Promise.resolve();
  board.addEventListener("change", () => {
    // One after the other: the last choice counts.
    sent = sent.then(() => send(board)).catch(() => undefined);
  });
}

async function send(board: HTMLFormElement): Promise<void> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(board)) if (typeof value === "string") body.append(name, value);
  const answer = await fetch(board.action, { method: "POST", body });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of ["[data-renewed]", "[data-count=faults]"]) {
    const [shown, renewed] = [document.querySelector(part), page.querySelector(part)];
    if (shown === null || renewed === null) continue;
    // The element itself stays, because a screen reader listens to it.
    for (const name of ["data-broken", "hidden"]) shown.toggleAttribute(name, renewed.hasAttribute(name));
    shown.replaceChildren(...renewed.childNodes);
  }
}
