import { useEffect, useEffectEvent, useState } from "react";
import { m } from "../messages/messages.js";
import { useFeedback } from "../ui/feedback/feedback.tsx";
import { isNative } from "../ui/native/bridge.ts";

/** The parts of a page inside the app: the bridge, and a message while the app opens its log-in. */
export function NativeParts() {
  const [isWaiting, setWaiting] = useState(false);
  const { fail } = useFeedback();
  const start = useEffectEvent(async () => {
    const { startNativeApp } = await import("./native-app.ts");
    startNativeApp(document, { waits: setWaiting, fails: () => fail() });
  });
  useEffect(() => {
    if (isNative(window)) void start();
  }, []);
  if (!isWaiting) return null;
  return (
    <div className="native-waiting" role="status">
      <p>{m.frame_account_session_waiting()}</p>
    </div>
  );
}
