import { whenIdle } from "./when-idle.ts";

const LATER_MS = 1500;

/** The icon and the manifest are read and the worker fetched when nothing else is to do: none is for the page at hand. */
export function startInstallable(root: Document): void {
  const link = (rel: string, href: string) =>
    root.head.append(Object.assign(root.createElement("link"), { rel, href }));
  const { baize } = window as { baize?: { createScriptURL: (url: string) => string } };
  const make = () => {
    link("icon", "/icon.svg");
    link("manifest", "/manifest.webmanifest");
    navigator.serviceWorker?.register(baize?.createScriptURL("/sw.js") ?? "/sw.js").catch(() => undefined);
  };
  setTimeout(() => whenIdle(make), LATER_MS);
}
