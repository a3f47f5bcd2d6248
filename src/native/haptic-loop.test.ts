import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startHapticLoop } from "./haptic-loop.ts";

let said = 0;
let isShown = false;
let visibilityState = "visible";

beforeEach(() => {
  vi.useFakeTimers();
  [said, isShown, visibilityState] = [0, true, "visible"];
  const host = {
    __BAIZE_NATIVE__: { nonce: "n".repeat(32) },
    ReactNativeWebView: { postMessage: (message: string) => void (said += Number(message.includes("vibrateHaptic"))) },
  } as unknown as Window;
  const root = {
    get visibilityState() {
      return visibilityState;
    },
    querySelector: () => ({ checkVisibility: () => isShown }),
  } as unknown as Document;
  startHapticLoop(host, root);
});
afterEach(() => void vi.useRealTimers());

const after = (seconds: number) => {
  const before = said;
  vi.advanceTimersByTime(seconds * 1_000);
  return said - before;
};

it("vibrates once a second, 50,000 times at most", () => {
  expect(after(1)).toBe(1);
  expect(after(9)).toBe(9);
  expect(after(60_000)).toBe(50_000 - 10);
});

it("stops when the card's code leaves the view or the page is hidden, and starts again with the next view", () => {
  after(60_000);
  isShown = false;
  expect(after(10)).toBe(0);
  isShown = true;
  expect(after(10)).toBe(10);
  visibilityState = "hidden";
  expect(after(10)).toBe(0);
  visibilityState = "visible";
  expect(after(3)).toBe(3);
});
