import { FAILED_EVENT, IN_PLACE_EVENT, type InPlace } from "../../ui/form-in-place.ts";
import { showToast } from "../../ui/toast.ts";

/** What the forms of the account can do beyond being sent: events are heard on the document, because answers exchange them. */
export function startAccountForms(root: Document): void {
  root.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement) chosen(target);
  });
  root.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.form !== null) guard(target.form);
  });
  root.addEventListener(IN_PLACE_EVENT, ({ detail }: CustomEventInit<InPlace>) => {
    if (detail === undefined) return;
    answered(root, detail.place);
    sendLate(detail);
  });
  root.addEventListener(FAILED_EVENT, ({ detail }: CustomEventInit<{ form: HTMLFormElement }>) => {
    // What is saved as it is chosen shows what is saved: as the server wrote it.
    if (detail?.form.dataset["onChange"] !== undefined) detail.form.reset();
  });
  // Whoever was quicker than this script has chosen something that nobody heard.
  for (const field of root.querySelectorAll("input")) if (isChanged(field)) chosen(field);
  refresh(root);
  // Sheets that are taken from another page come later than this script.
  new MutationObserver(() => refresh(root)).observe(root.body, { childList: true });
}

/** What is saved as it is chosen: a picture, and what stands in a form of that kind. */
function chosen(field: HTMLInputElement): void {
  if (field.form === null) return;
  if (field.type === "file") return choosePicture(field, field.form);
  if (field.form.dataset["onChange"] === undefined) return;
  if (field.form.dataset["waiting"] === undefined) field.form.requestSubmit();
  else field.form.dataset["late"] = "";
}

/** What was ticked while the form was on its way is sent after it; the answer did not know of it. */
function sendLate({ place, form }: InPlace): void {
  if (form?.dataset["late"] === undefined) return;
  const late = new FormData(form);
  const fields = [...place.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
  for (const field of fields) field.checked = late.has(field.name);
  if (fields.some(isChanged)) fields[0]?.form?.requestSubmit();
}

function isChanged(field: HTMLInputElement): boolean {
  return field.type === "file" ? field.files?.length === 1 : field.checked !== field.defaultChecked;
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

/** A success stands for its time, then the form is there again; whoever was at its success is at its heading. */
function standStill(form: HTMLFormElement): void {
  const controls = [...form.querySelectorAll<HTMLInputElement | HTMLButtonElement>("input:not([type=hidden]), button")];
  for (const control of controls) control.disabled = true;
  setTimeout(() => {
    for (const control of controls) control.disabled = false;
    const success = form.querySelector(".is-success");
    const wasHere = success?.contains(document.activeElement) === true;
    success?.remove();
    if (wasHere) enter(form.querySelector("h3"));
    delete form.dataset["doneMs"];
    guard(form);
  }, Number(form.dataset["doneMs"]));
}

/** Without moving the page: nobody has asked to go anywhere. */
function enter(heading: HTMLElement | null): void {
  if (heading !== null) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
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
