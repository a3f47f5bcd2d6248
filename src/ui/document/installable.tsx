import { useEffect, useState } from "react";
import { whenIdle } from "./when-idle.ts";

const LATER_MS = 1500;

/** Adds icon and manifest and registers the service worker when the browser is idle, because the present page needs none of them. */
export function Installable() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => whenIdle(() => setDue(true)), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!isDue) return;
    const { baize } = window as { baize?: { createScriptURL: (url: string) => string } };
    navigator.serviceWorker?.register(baize?.createScriptURL("/sw.js") ?? "/sw.js").catch(() => undefined);
  }, [isDue]);
  return (
    isDue && (
      <>
        <link rel="icon" href="/icon.svg" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </>
    )
  );
}
