import { IN_PLACE_EVENT } from "../../ui/form-in-place.ts";
import { showToast } from "../../ui/toast.ts";

/** What the forms of the account can do beyond being sent: events are heard on the document, because answers exchange them. */
export function startAccountForms(root: Document): void {
  root.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.form === null) return;
    if (target.type === "file") choosePicture(target, target.form);
    else if (target.form.dataset["onChange"] !== undefined) target.form.requestSubmit();
  });
  root.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.form !== null) guard(target.form);
  });
  root.addEventListener(IN_PLACE_EVENT, ({ detail }: CustomEventInit<{ place: HTMLElement }>) => {
    if (detail !== undefined) answered(root, detail.place);
  });
  refresh(root);
  // Sheets that are taken from another page come later than this script.
  new MutationObserver(() => refresh(root)).observe(root.body, { childList: true });
}

function refresh(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>("form[data-needs-all]")) guard(form);
}

/** The button waits until every field is filled (section 5, "Account"). */
function guard(form: HTMLFormElement): void {
  if (form.dataset["needsAll"] === undefined || form.dataset["doneMs"] !== undefined) return;
  const fields = [...form.querySelectorAll<HTMLInputElement>("input:not([type=hidden])")];
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
  if (button !== null) button.disabled = fields.some((field) => field.value === "");
}

function answered(root: Document, place: HTMLElement): void {
  const toast = place.dataset["toast"] ?? place.querySelector<HTMLElement>("[data-toast]")?.dataset["toast"];
  if (toast !== undefined) showToast(toast);
  const done = place.querySelector<HTMLFormElement>("form[data-done-ms]");
  if (done !== null) standStill(done);
  if (place.dataset["inPlace"] === "photo") showEverywhere(root, place);
  refresh(root);
}

/** A success stands for its time, then the form is there again. */
function standStill(form: HTMLFormElement): void {
  const controls = [...form.querySelectorAll<HTMLInputElement | HTMLButtonElement>("input:not([type=hidden]), button")];
  for (const control of controls) control.disabled = true;
  setTimeout(() => {
    for (const control of controls) control.disabled = false;
    form.querySelector("[role=status]")?.remove();
    delete form.dataset["doneMs"];
    guard(form);
  }, Number(form.dataset["doneMs"]));
}

/** A picture that was chosen shows at once and is sent at once; one that is too large is told before it travels (section 5). */
function choosePicture(field: HTMLInputElement, form: HTMLFormElement): void {
  const [file] = field.files ?? [];
  if (file === undefined) return;
  if (file.size > Number(form.dataset["bytesMax"])) {
    field.value = "";
    alert(form.dataset["tooLarge"]);
    return;
  }
  const reader = new FileReader();
  reader.addEventListener("load", () => {
    if (typeof reader.result === "string") preview(form, reader.result);
  });
  reader.readAsDataURL(file);
  form.requestSubmit();
}

/** Only while the form waits: the answer's picture is the one that counts. */
function preview(form: HTMLFormElement, address: string): void {
  const avatar = form.querySelector("[data-avatar]");
  if (avatar === null || !form.isConnected) return;
  const picture = document.createElement("img");
  picture.alt = "";
  picture.src = address;
  avatar.replaceChildren(picture);
}

function showEverywhere(root: Document, place: HTMLElement): void {
  const fresh = place.querySelector("[data-avatar]");
  for (const avatar of root.querySelectorAll("[data-avatar]"))
    if (fresh !== null && avatar !== fresh)
      avatar.replaceChildren(...[...fresh.childNodes].map((node) => node.cloneNode(true)));
}
