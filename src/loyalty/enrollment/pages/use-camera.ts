import { useEffect, useEffectEvent, useState } from "react";
import { usePageVisible } from "../../../ui/hooks/use-page-visible.ts";

type Torched = MediaTrackCapabilities & { torch?: boolean };

/** Why there is no picture: permission was refused, or the camera failed. */
export type NoPicture = "refused" | "failed";

/** True once a camera has been found. */
export function useHasCamera(): boolean {
  const [hasCamera, setHasCamera] = useState(false);
  useEffect(() => {
    void (navigator.mediaDevices?.enumerateDevices() ?? Promise.resolve([])).then(
      (devices) => setHasCamera(devices.some(({ kind }) => kind === "videoinput")),
      () => undefined,
    );
  }, []);
  return hasCamera;
}

/**
 * The rear camera and its torch, while `isOn` and the page is visible. It is turned off while the page is hidden. `stream` is null
 * while it is off, `isLit` if it has no torch.
 */
export function useCamera(isOn: boolean, onNoPicture: (why: NoPicture) => void) {
  const isSeen = usePageVisible();
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [isLit, setLit] = useState<boolean | null>(null);
  const tell = useEffectEvent(onNoPicture);
  useEffect(() => {
    if (!isOn || !isSeen) return;
    let ended = false;
    const asking = navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" }, audio: false });
    void asking.then(
      (own) => {
        if (ended) return;
        setLit(hasLamp(own) ? false : null);
        setStream(own);
      },
      (error: unknown) => {
        const isRefused = error instanceof DOMException && error.name === "NotAllowedError";
        if (!ended) tell(isRefused ? "refused" : "failed");
      },
    );
    return () => {
      ended = true;
      setStream(null);
      void asking.then(stop, () => undefined);
    };
  }, [isOn, isSeen]);
  const toggleLamp = () => {
    const wanted = { advanced: [{ torch: isLit !== true } as MediaTrackConstraintSet] };
    void stream
      ?.getVideoTracks()[0]
      ?.applyConstraints(wanted)
      .then(
        () => setLit(isLit !== true),
        () => setLit(null),
      );
  };
  return { stream, isLit, toggleLamp };
}

function hasLamp(stream: MediaStream): boolean {
  const track = stream.getVideoTracks()[0];
  return ((track?.getCapabilities?.() ?? {}) as Torched).torch === true;
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
