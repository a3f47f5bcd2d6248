import { useEffect, useState } from "react";
import { m } from "../../../messages/messages.js";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import type { EditorApi } from "../session.ts";
import { PictureGallery } from "./picture-gallery.tsx";

type ChooserProps = { api: EditorApi; onChoose: (key: string) => void; onNew: () => void; onClose: () => void };

/** A list of the venue's pictures to choose one from, and a button to upload another. */
export function PictureChooser({ api, onChoose, onNew, onClose }: ChooserProps) {
  const [keys, setKeys] = useState<string[]>([]);
  useEffect(() => {
    void api.pictures().then(setKeys);
  }, [api]);
  return (
    <Dialog title={m.operators_ui_pictures()} size="wide" onClose={onClose}>
      <p className="op-actions">
        <Button isMain onClick={onNew}>
          {m.operators_ui_picture_new()}
        </Button>
      </p>
      <PictureGallery keys={keys} onChoose={onChoose} />
    </Dialog>
  );
}
