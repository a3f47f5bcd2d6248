import { useEffect, useState } from "react";
import { whenIdle } from "./when-idle.ts";

const LATER_MS = 1500;

/** The icon and the manifest are read and the worker fetched when nothing else is to do: none is for the page at hand. */
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
