import { isFields } from "../../platform/fields.ts";
import { safePath } from "../../platform/http/safe-path.ts";

/** A message from the page to the native app around it. */
type NativeMessage = { type: "vibrateHaptic" } | { type: "closePopup" } | { type: "openPopup"; url: string };
/** The message from the app to the page. All others are ignored. */
export type LoginDone = { type: "loginDone"; token: string };

type Host = Window & {
  __BAIZE_NATIVE__?: { nonce?: unknown };
  ReactNativeWebView?: { postMessage: (message: string) => void };
  webkit?: { messageHandlers?: { native?: { postMessage: (message: string) => void } } };
};

const TOKEN = /^[\w-]{20,200}$/;

/** True inside the native app, which injects `__BAIZE_NATIVE__`. The user agent is not used, because anybody can set it. */
export function isNative(host: Window): boolean {
  return nonceOf(host) !== null;
}

export function vibrateHaptic(host: Window): void {
  post(host, { type: "vibrateHaptic" });
}

/**
 * Asks the app to open a page of this site in its own popup. Any other address is ignored, so a `javascript:` address
 * cannot reach the app.
 */
export function openPopup(host: Window, url: string): void {
  const path = safePath(url, "");
  if (path !== "") post(host, { type: "openPopup", url: path });
}

export function closePopup(host: Window): void {
  post(host, { type: "closePopup" });
}

/** Listens for the app's message that somebody has logged in. It must have this origin, the agreed format and the app's nonce. */
export function onLoginDone(host: Window, heard: (done: LoginDone) => void): void {
  host.addEventListener("message", ({ origin, data }: MessageEvent<unknown>) => {
    const nonce = nonceOf(host);
    const message = nonce === null || origin !== host.location.origin ? null : read(data);
    if (message === null || message["nonce"] !== nonce || message["type"] !== "loginDone") return;
    const { token } = message;
    if (typeof token === "string" && TOKEN.test(token)) heard({ type: "loginDone", token });
  });
}

function nonceOf(host: Window): string | null {
  const nonce = (host as Host)["__BAIZE_NATIVE__"]?.nonce;
  return typeof nonce === "string" && nonce.length >= 16 ? nonce : null;
}

function post(host: Window, message: NativeMessage): void {
  if (!isNative(host)) return;
  const { ReactNativeWebView: android, webkit } = host as Host;
  (android ?? webkit?.messageHandlers?.native)?.postMessage(JSON.stringify(message));
}

function read(data: unknown): Record<string, unknown> | null {
  if (typeof data !== "string" || data.length > 2_048) return null;
  try {
    const value: unknown = JSON.parse(data);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}
