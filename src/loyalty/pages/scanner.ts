import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";
import { IN_PLACE_EVENT } from "../../ui/form-in-place.ts";

const LOOK_MS = 180;
/** A code that was refused is not sent again as long as it stays before the camera. */
const SAME_CODE_MS = 6_000;
type Torched = MediaTrackCapabilities & { torch?: boolean };

let stream: MediaStream | null = null;
let isScanning = false;
let isLit = false;
let last = { code: "", at: Number.NEGATIVE_INFINITY };
let detector: BarcodeDetector | null = null;

/**
 * The card scanner (section 2.8): where there is a camera it is used, with its lamp where it has one; what it reads goes through
 * the same form as what is typed. Fetched on the one page that has it; the decoder comes from this site.
 */
function start(root: Document): void {
  root.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest("[data-manual]") !== null) {
      stop();
      show(root, false);
      root.querySelector<HTMLElement>("[name=card_number]")?.focus();
    } else if (target.closest("[data-scan]") !== null) void scan(root);
    else if (target.closest("[data-torch]") !== null) void toggleTorch(root);
  });
  // An answer has exchanged the form and the picture with it.
  root.addEventListener(IN_PLACE_EVENT, () => {
    offerScanner(root);
    if (stream === null) return;
    show(root, true);
    const problem = root.querySelector(".field-problem")?.textContent;
    if (problem) tell(root, problem);
    void attach(root);
  });
  root.addEventListener("visibilitychange", () => {
    if (root.hidden && stream !== null) pause(root);
  });
  addEventListener("pagehide", stop);
  void begin(root);
}

async function begin(root: Document): Promise<void> {
  const devices = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
  if (!devices.some(({ kind }) => kind === "videoinput")) return;
  root.documentElement.dataset["hasCamera"] = "";
  offerScanner(root);
  // Whoever is typing already is not interrupted.
  const field = root.querySelector<HTMLInputElement>("[name=card_number]");
  if (field?.value === "" && root.activeElement !== field) await scan(root);
}

function offerScanner(root: Document): void {
  const button = root.querySelector<HTMLElement>("[data-scan]");
  if (button !== null) button.hidden = root.documentElement.dataset["hasCamera"] === undefined;
}

async function scan(root: Document): Promise<void> {
  const place = root.querySelector<HTMLElement>("[data-scanner]");
  if (place === null) return;
  try {
    stream ??= await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" }, audio: false });
    show(root, true);
    await attach(root);
  } catch (error) {
    const isRefused = error instanceof DOMException && error.name === "NotAllowedError";
    stop();
    show(root, false);
    explain(root, (isRefused ? place.dataset["refused"] : place.dataset["failed"]) ?? "");
    root.querySelector<HTMLElement>("[name=card_number]")?.focus();
  }
}

async function attach(root: Document): Promise<void> {
  const video = root.querySelector<HTMLVideoElement>("[data-scanner] video");
  if (video === null || stream === null) return;
  video.srcObject = stream;
  await video.play();
  offerTorch(root);
  if (!isScanning) void look(root);
}

/** One look after the other, never two at once. */
async function look(root: Document): Promise<void> {
  isScanning = true;
  const wasm = root.querySelector<HTMLElement>("[data-scanner]")?.dataset["wasm"] ?? "";
  detector ??= makeDetector(wasm);
  while (isOn()) {
    const video = root.querySelector<HTMLVideoElement>("[data-scanner] video");
    const codes = video === null || video.readyState < 2 ? [] : await detector.detect(video).catch(() => []);
    const [found] = codes;
    if (found !== undefined && isOn()) send(root, found.rawValue);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  isScanning = false;
}

/** Asked anew after every wait: somebody may have turned it off meanwhile. */
function isOn(): boolean {
  return stream !== null;
}

function makeDetector(wasm: string): BarcodeDetector {
  prepareZXingModule({ overrides: { locateFile: () => wasm } });
  return new BarcodeDetector({ formats: ["qr_code", "code_128", "code_39", "itf", "ean_13", "pdf417", "data_matrix"] });
}

/** The same checks as for what is typed: the server's. */
function send(root: Document, code: string): void {
  const field = root.querySelector<HTMLInputElement>("[name=card_number]");
  const now = performance.now();
  if (field === null || field.form === null || field.form.dataset["waiting"] !== undefined) return;
  if (code === last.code && now - last.at < SAME_CODE_MS) {
    last.at = now;
    return;
  }
  last = { code, at: now };
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
  field.value = code.slice(0, field.maxLength);
  field.form.requestSubmit();
}

function show(root: Document, isScanner: boolean): void {
  const scanner = root.querySelector<HTMLElement>("[data-scanner]");
  const manual = root.querySelector<HTMLElement>("[data-manual-part]");
  if (scanner !== null) scanner.hidden = !isScanner;
  if (manual !== null) manual.hidden = isScanner;
  root.querySelector("[data-camera-word]")?.remove();
}

function tell(root: Document, text: string): void {
  const told = root.querySelector<HTMLElement>(".scanner-told");
  if (told !== null) told.textContent = text;
}

/** Why there is no picture, above the field that does instead. */
function explain(root: Document, text: string): void {
  const word = Object.assign(root.createElement("p"), { className: "scanner-word", textContent: text });
  word.role = "status";
  word.dataset["cameraWord"] = "";
  root.querySelector("[data-manual-part]")?.prepend(word);
}

function offerTorch(root: Document): void {
  const button = root.querySelector<HTMLElement>("[data-torch]");
  const track = stream?.getVideoTracks()[0];
  const capabilities = (track?.getCapabilities?.() ?? {}) as Torched;
  if (button === null) return;
  button.hidden = capabilities.torch !== true;
  // An answer brings a button that knows nothing of the lamp.
  button.setAttribute("aria-pressed", String(isLit));
}

async function toggleTorch(root: Document): Promise<void> {
  const button = root.querySelector<HTMLElement>("[data-torch]");
  const track = stream?.getVideoTracks()[0];
  if (button === null || track === undefined) return;
  try {
    await track.applyConstraints({ advanced: [{ torch: !isLit } as MediaTrackConstraintSet] });
    isLit = !isLit;
    button.setAttribute("aria-pressed", String(isLit));
  } catch {
    button.hidden = true;
  }
}

/** The camera's light goes out while nobody looks. */
function pause(root: Document): void {
  stop();
  root.addEventListener("visibilitychange", () => void scan(root), { once: true });
}

function stop(): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  isLit = false;
}

start(document);
