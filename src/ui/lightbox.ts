import { openModal } from "./modal.ts";

/**
 * Opens the pictures of a gallery (`data-lightbox` names the dialog) at full size in one row that snaps: arrows, keys and
 * swipes move it, Escape or a click beside a picture closes it, and the focus goes back to the picture it came from.
 */
export function startLightboxes(root: Document | Element): void {
  for (const gallery of root.querySelectorAll<HTMLElement>("[data-lightbox]")) {
    const dialog = document.getElementById(gallery.dataset["lightbox"] ?? "");
    const row = dialog?.querySelector<HTMLElement>("[data-row]");
    if (dialog instanceof HTMLDialogElement && row) serve(gallery, dialog, row);
  }
}

function serve(gallery: HTMLElement, dialog: HTMLDialogElement, row: HTMLElement): void {
  const links = [...gallery.querySelectorAll("a")];
  const images = links.flatMap((link) => [...link.querySelectorAll("img")]);
  const position = () => Math.round(row.scrollLeft / Math.max(1, row.clientWidth));
  // Where the row is on its way to: keys and arrows that follow quickly count from there, not from what is passing by.
  let target: number | null = null;
  const place = () => target ?? position();
  const describe = () => describePicture(dialog, images, place());
  const go = (to: number) => {
    target = Math.min(images.length - 1, Math.max(0, to));
    row.scrollTo({ left: target * row.clientWidth, behavior: motion() });
    describe();
  };
  const arrive = () => {
    if (position() === target) target = null;
    describe();
  };
  const letGo = () => (target = null);

  gallery.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // What scrolls must be reachable by keyboard.
    row.tabIndex = 0;
    if (row.children.length === 0) row.replaceChildren(...images.map(slideOf));
    openModal(dialog);
    target = null;
    row.scrollTo({ left: links.indexOf(link) * row.clientWidth, behavior: "instant" });
    describe();
  });
  row.addEventListener("scroll", arrive, { passive: true });
  // A finger or a wheel takes the row elsewhere.
  for (const grip of ["pointerdown", "wheel"] as const) row.addEventListener(grip, letGo, { passive: true });
  dialog.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const step = target.closest<HTMLElement>("[data-step]")?.dataset["step"];
    if (step !== undefined) go(place() + Number(step));
    else if (target.closest("[data-close], .lightbox-row") && !(target instanceof HTMLImageElement)) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    const wanted = { ArrowLeft: place() - 1, ArrowRight: place() + 1, Home: 0, End: images.length - 1 }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    go(wanted);
  });
}

function slideOf(image: HTMLImageElement): HTMLElement {
  const slide = document.createElement("div");
  slide.className = "lightbox-slide";
  const copy = image.cloneNode() as HTMLImageElement;
  copy.sizes = "100vw";
  copy.loading = "lazy";
  slide.append(copy);
  return slide;
}

function describePicture(dialog: HTMLElement, images: HTMLImageElement[], at: number): void {
  const counter = dialog.querySelector<HTMLElement>("[data-position]");
  const caption = dialog.querySelector<HTMLElement>("[data-caption]");
  if (counter) write(counter, (counter.dataset["position"] ?? "").replace("{at}", String(at + 1)));
  if (caption) write(caption, images[at]?.alt ?? "");
  for (const arrow of dialog.querySelectorAll<HTMLButtonElement>("button[data-step]")) {
    const next = at + Number(arrow.dataset["step"]);
    arrow.disabled = next < 0 || next >= images.length;
  }
}

function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function motion(): ScrollBehavior {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
}
