/**
 * The script that the native app injects into every page of its web view before the page's own scripts. `nonce` is
 * new for every page. A popup of the app is another web view: it logs in for the app, which then tells the page
 * behind it.
 */
export function bridgeScript(nonce: string, scheme: string): string {
  return `(${bridge.toString()})(${JSON.stringify(nonce)},${JSON.stringify(scheme)})`;
}

function bridge(nonce: string, scheme: string): void {
  const isPopup = new URLSearchParams(location.search).has("native_redirect_url") || window.opener !== null;
  Object.defineProperty(window, "__BAIZE_NATIVE__", { value: Object.freeze({ nonce }) });
  Object.defineProperty(window, "ReactNativeWebView", { value: Object.freeze({ postMessage: hear }) });
  if (!isPopup) setInterval(() => void tell(), 1_000);

  function hear(text: string): void {
    void fetch("/__app/messages", { method: "POST", body: text, keepalive: true });
    const message = JSON.parse(text) as { type: string; url?: string };
    if (message.type === "closePopup") window.close();
    if (message.type === "openPopup" && message.url !== undefined) openPopup(message.url);
  }
  function openPopup(path: string): void {
    const url = new URL(path, location.origin);
    url.searchParams.set("native_redirect_url", `${scheme}://session`);
    window.open(url, "app-popup", "width=390,height=844");
  }
  async function tell(): Promise<void> {
    const answer = await fetch("/__app/token");
    if (answer.status !== 200) return;
    const token = await answer.text();
    window.postMessage(JSON.stringify({ type: "loginDone", token, nonce }), location.origin);
  }
}
