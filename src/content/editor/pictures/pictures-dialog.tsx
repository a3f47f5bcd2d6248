import { m } from "../../../messages/messages.js";
import { Dialog } from "../dialog.tsx";
import { PictureGallery } from "./picture-gallery.tsx";

/** The pictures of the page, each of which opens. */
export function PicturesDialog({ onOpen, onClose }: { onOpen: (key: string) => void; onClose: () => void }) {
  return (
    <Dialog title={m.operators_ui_pictures_here()} size="wide" onClose={onClose}>
      <PictureGallery keys={picturesOf(document.images)} onChoose={onOpen} />
    </Dialog>
  );
}

/** The pictures of the page by key, each once, in their order. */
function picturesOf(images: HTMLCollectionOf<HTMLImageElement>): string[] {
  return [...new Set([...images].flatMap(({ dataset }) => dataset["pictureKey"] ?? []))];
}
