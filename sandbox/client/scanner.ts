type Found = { rawValue: string };
type Detector = { detect: (source: ImageBitmapSource) => Promise<Found[]> };
type Library = {
  BarcodeDetector: new (options: { formats: string[] }) => Detector;
  prepareZXingModule: (options: { overrides: { locateFile: () => string } }) => void;
};
const EVERY_MS = 200;
let detector: Promise<Detector> | undefined;

function load(): Promise<Detector> {
  detector ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "/casino/detector.js";
    script.addEventListener("load", () => {
      const library = (window as unknown as { BarcodeDetectionAPI: Library }).BarcodeDetectionAPI;
      library.prepareZXingModule({ overrides: { locateFile: () => "/casino/reader.wasm" } });
      resolve(new library.BarcodeDetector({ formats: ["qr_code", "code_128", "ean_13", "itf"] }));
    });
    script.addEventListener("error", () => reject(new Error("no detector")));
    document.head.append(script);
  });
  return detector;
}

type Words = Record<"read" | "hold" | "none" | "camera" | "picture", string>;

function wordsFor(place: Element): Words {
  return JSON.parse((place as HTMLElement).dataset["words"] ?? "{}") as Words;
}

function say(place: Element, words: string): void {
  const status = place.querySelector("[role=status]");
  if (status !== null) status.textContent = words;
}

function take(place: Element, value: string): void {
  const input = place.querySelector("input:not([type=file])");
  if (!(input instanceof HTMLInputElement)) return;
  input.value = value;
  input.focus();
  say(place, wordsFor(place).read);
}

async function fromCamera(place: Element, video: HTMLVideoElement): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  video.srcObject = stream;
  video.hidden = false;
  await video.play();
  say(place, wordsFor(place).hold);
  const reader = await load();
  while (!video.hidden) {
    const [found] = await reader.detect(video).catch(() => []);
    if (found !== undefined) {
      take(place, found.rawValue);
      video.hidden = true;
    } else await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  for (const track of stream.getTracks()) track.stop();
}

async function fromPicture(place: Element, file: File): Promise<void> {
  const [found] = await (await load()).detect(await createImageBitmap(file));
  if (found === undefined) say(place, wordsFor(place).none);
  else take(place, found.rawValue);
}

/** Lets the scanners of the page fill the field beside their button, from the camera or from a picture of a code. */
export function startScanners(): void {
  for (const place of document.querySelectorAll("[data-scanner]")) {
    const video = place.querySelector("video");
    place.querySelector("[data-scan]")?.addEventListener("click", () => {
      if (video === null) return;
      if (!video.hidden) video.hidden = true;
      else fromCamera(place, video).catch(() => say(place, wordsFor(place).camera));
    });
    place.querySelector("[type=file]")?.addEventListener("change", ({ target }) => {
      const file = target instanceof HTMLInputElement ? target.files?.[0] : undefined;
      if (file !== undefined) fromPicture(place, file).catch(() => say(place, wordsFor(place).picture));
    });
  }
}
