import { type RefObject, useEffect, useEffectEvent } from "react";

const LOOK_MS = 180;
/** A code that stays in view is reported again only after this time. */
const SAME_CODE_MS = 6_000;

/** Plays the camera's stream in the video and reports each code in it. Frames are read one after the other, never two at once. */
export function useCardCodes(
  ref: RefObject<HTMLVideoElement | null>,
  stream: MediaStream | null,
  onCode: (code: string) => void,
): void {
  const tell = useEffectEvent(onCode);
  useEffect(() => {
    const video = ref.current;
    if (video === null || stream === null) return;
    const end = new AbortController();
    const look = async () => {
      let last = { code: "", at: Number.NEGATIVE_INFINITY };
      video.srcObject = stream;
      await video.play();
      const { openCardReader } = await import("./card-reader.ts");
      const read = openCardReader();
      while (!end.signal.aborted) {
        const code = await read(video);
        const now = performance.now();
        const isSame = code === last.code && now - last.at < SAME_CODE_MS;
        if (code !== null) last = { code, at: now };
        if (code !== null && !isSame && !end.signal.aborted) tell(code);
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    };
    // Turning the camera off before it plays rejects `play()`, which is no error.
    look().catch(() => undefined);
    return () => {
      end.abort();
      video.srcObject = null;
    };
  }, [ref, stream]);
}
