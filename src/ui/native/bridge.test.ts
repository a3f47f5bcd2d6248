import { beforeEach, describe, expect, it } from "vitest";
import { closePopup, isNative, onLoginDone, openPopup, vibrateHaptic } from "./bridge.ts";

const NONCE = "n".repeat(32);
const TOKEN = "t".repeat(43);
const ORIGIN = "http://port-serac.localhost:3000";

/** A web view's window: its origin, what the app injected, and its ears. */
function webView(injected: object = { __BAIZE_NATIVE__: { nonce: NONCE } }) {
  const said: unknown[] = [];
  const ears: ((event: object) => void)[] = [];
  const host = {
    location: { origin: ORIGIN },
    ReactNativeWebView: { postMessage: (text: string) => said.push(JSON.parse(text)) },
    addEventListener: (_type: string, ear: (event: object) => void) => ears.push(ear),
    ...injected,
  } as unknown as Window;
  return { host, said, tell: (data: unknown, origin = ORIGIN) => ears.forEach((ear) => ear({ data, origin })) };
}

describe("what pages say to the app (§6, G81)", () => {
  it("is vibrateHaptic, openPopup with an address, and closePopup", () => {
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

  it("goes by the other system's own way", () => {
    const said: string[] = [];
    const { host } = webView({
      __BAIZE_NATIVE__: { nonce: NONCE },
      ReactNativeWebView: undefined,
      webkit: { messageHandlers: { native: { postMessage: (text: string) => said.push(text) } } },
    });
    closePopup(host);
    expect(said).toEqual(['{"type":"closePopup"}']);
  });

  it("is nothing at all outside the app, whatever the browser calls itself", () => {
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
  ])("never opens %j (T39)", (url) => {
    const { host, said } = webView();
    openPopup(host, url);
    expect(said).toEqual([]);
  });
});

describe("what the app says to pages (T39)", () => {
  let heard: string[];
  let view: ReturnType<typeof webView>;
  beforeEach(() => {
    heard = [];
    view = webView();
    onLoginDone(view.host, ({ token }) => heard.push(token));
  });

  it("is heard with the app's nonce, from this very origin", () => {
    view.tell(JSON.stringify({ type: "loginDone", token: TOKEN, nonce: NONCE }));
    expect(heard).toEqual([TOKEN]);
  });

  it("is not heard from anywhere else, in any other shape, or without the nonce", () => {
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
