import { m } from "../../../messages/messages.js";
import { Dialog } from "../dialog.tsx";
import { pictureHref } from "../session.ts";

/** The pictures of the page, each of which opens. */
export function PicturesDialog({ onOpen, onClose }: { onOpen: (key: string) => void; onClose: () => void }) {
  return (
    <Dialog title={m.operators_ui_pictures_here()} size="wide" onClose={onClose}>
      <ul className="op-gallery">
        {picturesOf(document.images).map((key) => (
          <li key={key}>
            <button type="button" onClick={() => onOpen(key)}>
              <img src={pictureHref(key, 300)} alt="" loading="lazy" />
              <span>{key}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The pictures of the page by key, each once, in their order. */
function picturesOf(images: HTMLCollectionOf<HTMLImageElement>): string[] {
  return [...new Set([...images].flatMap(({ dataset }) => dataset["pictureKey"] ?? []))];
}
