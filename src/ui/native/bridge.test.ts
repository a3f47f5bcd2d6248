import { beforeEach, describe, expect, it } from "vitest";
import { closePopup, isNative, onLoginDone, openPopup, vibrateHaptic } from "./bridge.ts";

const NONCE = "n".repeat(32);
const TOKEN = "t".repeat(43);
const ORIGIN = "http://port-serac.localhost:3000";

/** The window of a web view: its origin, what the app injected, and its message listeners. */
function webView(injected: object = { __BAIZE_NATIVE__: { nonce: NONCE } }) {
  const said: unknown[] = [];
  const listeners: ((event: object) => void)[] = [];
  const host = {
    location: { origin: ORIGIN },
    ReactNativeWebView: { postMessage: (text: string) => said.push(JSON.parse(text)) },
    addEventListener: (_type: string, listener: (event: object) => void) => listeners.push(listener),
    ...injected,
  } as unknown as Window;
  const tell = (data: unknown, origin = ORIGIN) => listeners.forEach((listener) => listener({ data, origin }));
  return { host, said, tell };
}

describe("messages from pages to the app", () => {
  it("are vibrateHaptic, openPopup with an address, and closePopup", () => {
    const { host, said } = webView();
    vibrateHaptic(host);
    openPopup(host, "/me-connecter?redirect=%2Fagenda");
    closePopup(host);
    expect(said).toEqual([
      { type: "vibrateHaptic" },
      { type: "openPopup", url: "/me-connecter?redirect=%2Fagenda" },
      { type: "closePopup" },
    ]);
  });

  it("use webkit's message handler on iOS", () => {
    const said: string[] = [];
    const { host } = webView({
      __BAIZE_NATIVE__: { nonce: NONCE },
      ReactNativeWebView: undefined,
      webkit: { messageHandlers: { native: { postMessage: (text: string) => said.push(text) } } },
    });
    closePopup(host);
    expect(said).toEqual(['{"type":"closePopup"}']);
  });

  it("are not sent outside the app", () => {
    for (const injected of [
      {},
      { __BAIZE_NATIVE__: {} },
      { __BAIZE_NATIVE__: { nonce: 7 } },
      { __BAIZE_NATIVE__: { nonce: "" } },
    ]) {
      const { host, said } = webView({ __BAIZE_NATIVE__: undefined, ...injected });
      vibrateHaptic(host);
      expect([isNative(host), said]).toEqual([false, []]);
    }
  });

  it.each([
    "javascript:alert(1)",
    "https://evil.example",
    "//evil.example",
    "intent://x",
    "/\\evil.example",
    "data:,",
    "",
  ])("never ask to open %j", (url) => {
    const { host, said } = webView();
    openPopup(host, url);
    expect(said).toEqual([]);
  });
});

describe("messages from the app to pages", () => {
  let heard: string[];
  let view: ReturnType<typeof webView>;
  beforeEach(() => {
    heard = [];
    view = webView();
    onLoginDone(view.host, ({ token }) => heard.push(token));
  });

  it("are accepted with the app's nonce and from the same origin", () => {
    view.tell(JSON.stringify({ type: "loginDone", token: TOKEN, nonce: NONCE }));
    expect(heard).toEqual([TOKEN]);
  });

  it("are ignored from another origin, in another format, or without the nonce", () => {
    const right = { type: "loginDone", token: TOKEN, nonce: NONCE };
    for (const origin of [
      "http://evil.example",
      "null",
      "",
      "http://valombre.localhost:3000",
      `${ORIGIN}.evil.example`,
    ])
      view.tell(JSON.stringify(right), origin);
    const wrong: unknown[] = [
      { ...right, nonce: "x".repeat(32) },
      { ...right, nonce: undefined },
      { ...right, type: "logindone" },
      { ...right, token: "short" },
      { ...right, token: `${TOKEN}\r\nSet-Cookie: a=b` },
      { ...right, token: { toString: () => TOKEN } },
      [right],
      null,
      7,
      "x".repeat(5_000),
    ];
    for (const message of wrong) view.tell(JSON.stringify(message));
    view.tell(right);
    view.tell("{");
    expect(heard).toEqual([]);
  });
});
