import { BarcodeDetector, prepareZXingModule } from "barcode-detector/ponyfill";
import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";

const FORMATS = ["qr_code", "code_128", "code_39", "itf", "ean_13", "pdf417", "data_matrix"] as const;

/** Reads one frame of a video: the first code in it, or null. */
export type CardReader = (video: HTMLVideoElement) => Promise<string | null>;

/** Opens the decoder, a WebAssembly module of this site. Loaded once a camera is on. */
export function openCardReader(): CardReader {
  prepareZXingModule({ overrides: { locateFile: () => wasm } });
  const detector = new BarcodeDetector({ formats: [...FORMATS] });
  return async (video) => {
    const codes = video.readyState < video.HAVE_CURRENT_DATA ? [] : await detector.detect(video).catch(() => []);
    return codes[0]?.rawValue ?? null;
  };
}
