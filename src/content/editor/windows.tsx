import { useCallback, useState } from "react";
import { m } from "../../messages/messages.js";
import type { Place } from "../editing/editing.tsx";
import { Dialog } from "./dialog.tsx";
import type { UnsavedTexts } from "./unsaved-texts.ts";
import { PictureChooser } from "./pictures/picture-chooser.tsx";
import { PictureDialog } from "./pictures/picture-dialog.tsx";
import { PictureGallery } from "./pictures/picture-gallery.tsx";
import { Preview } from "./preview.tsx";
import type { EditorApi, EditorSession, Scheduled } from "./session.ts";
import { TextsDialog } from "./text/texts-dialog.tsx";

type Open = { kind: "texts" } | { kind: "pictures" } | { kind: "preview" } | { kind: "picture"; key: string | null };

/** Which window of the editor is open, and the text that waits for a picture to be chosen. */
export function useWindows() {
  const [open, setOpen] = useState<Open | null>(null);
  const [asked, setAsked] = useState<{ resolve: (key: string | null) => void } | null>(null);
  const choosePicture = useCallback(() => new Promise<string | null>((resolve) => setAsked({ resolve })), []);
  const editPicture = useCallback((key: string) => setOpen({ kind: "picture", key }), []);
  function answer(key: string | null): void {
    asked?.resolve(key);
    setAsked(null);
    setOpen(null);
  }
  return { open, setOpen, isAsked: asked !== null, choosePicture, editPicture, answer };
}

type WindowsProps = {
  windows: ReturnType<typeof useWindows>;
  api: EditorApi;
  session: EditorSession;
  unsaved: UnsavedTexts;
  places: readonly Place[];
  scheduled: Scheduled[];
  onText: (key: string) => void;
  onWithdraw: (id: string) => void;
};

/** The window that is open: texts, pictures, one picture, or the preview. */
export function Windows({ windows, api, session, unsaved, places, scheduled, onText, onWithdraw }: WindowsProps) {
  const { open, setOpen, isAsked, answer } = windows;
  const close = () => setOpen(null);
  return (
    <>
      {open?.kind === "texts" && (
        <TextsDialog
          places={places}
          scheduled={scheduled}
          locale={session.locale}
          onOpen={(key) => {
            close();
            onText(key);
            places.find((place) => place.key === key)?.element.scrollIntoView({ block: "center" });
          }}
          canWithdraw={session.canPublish}
          onWithdraw={onWithdraw}
          onClose={close}
        />
      )}
      {open?.kind === "pictures" && (
        <Dialog title={m.operators_ui_pictures_here()} size="wide" onClose={close}>
          <PictureGallery keys={picturesOf(document.images)} onChoose={(key) => setOpen({ kind: "picture", key })} />
        </Dialog>
      )}
      {open?.kind === "preview" && (
        <Dialog title={m.operators_ui_preview_title()} size="phone" onClose={close}>
          <Preview unsaved={unsaved} />
        </Dialog>
      )}
      {isAsked && open?.kind !== "picture" && (
        <PictureChooser
          api={api}
          onChoose={(key) => answer(key)}
          onNew={() => setOpen({ kind: "picture", key: null })}
          onClose={() => answer(null)}
        />
      )}
      {open?.kind === "picture" && (
        <PictureDialog
          api={api}
          session={session}
          pictureKey={open.key}
          // A picture chosen for a text goes into it; any other change of a picture affects the whole page.
          onDone={(key) => (isAsked ? answer(key) : location.reload())}
          onClose={close}
        />
      )}
    </>
  );
}

/** The pictures of the page by key, each once, in their order. */
function picturesOf(images: HTMLCollectionOf<HTMLImageElement>): string[] {
  return [...new Set([...images].flatMap(({ dataset }) => dataset["pictureKey"] ?? []))];
}
