import { useEffect, useMemo, useState } from "react";
import { useRevalidator } from "react-router";
import { m } from "../../messages/messages.js";
import { useConfirmLeave } from "../../venues/desk/use-unsaved.ts";
import type { Place } from "../editing/editing.tsx";
import { ConflictDialog } from "./text/conflict-dialog.tsx";
import { openUnsavedTexts } from "./unsaved-texts.ts";
import { EditedTexts } from "./edited-texts.tsx";
import { documentOf, type EditorApi, editorApi, type EditorSession } from "./session.ts";
import type { Live, OnLive, Refusal } from "./text/use-saving.ts";
import { dayAndTime } from "./times.ts";
import { ToastBox, type Toast } from "./toast-box.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useClicks } from "./use-clicks.ts";
import { useStored } from "./use-stored.ts";
import { useDrafts } from "./use-drafts.ts";
import { Welcome } from "./welcome.tsx";
import { useWindows, Windows } from "./windows.tsx";
import "../../ui/forms/field.css";
import "./operator.css";

type OperatorToolsProps = { session: EditorSession; places: readonly Place[] };

/** The editor's toolbar and what it opens: texts in place, pictures, the preview, log-out. */
export default function OperatorTools({ session, places: shown }: OperatorToolsProps) {
  const { projectId, locale, name } = session;
  const api = useMemo(() => editorApi({ projectId, locale }), [projectId, locale]);
  const unsaved = useMemo(() => openUnsavedTexts({ projectId, locale, name }, localStorage), [projectId, locale, name]);
  const { revalidate } = useRevalidator();
  const [places, putLive] = useLivePlaces(shown);
  const [isWelcomed, setWelcomed] = useStored("baize-welcomed", false);
  const [isEditing, setEditing] = useStored("baize-editing", false);
  const [isRouterDisabled, setRouterDisabled] = useStored("baize-router-disabled", true);
  const [text, setText] = useState<string | null>(null);
  const [toast, setToast] = useState<Toast | null>(null);
  const windows = useWindows();
  const drafts = useDrafts({ api, locale, unsaved, isEditing, revalidate, tell: setToast, openText: setText });
  useEffect(() => void document.documentElement.toggleAttribute("data-editing", isEditing), [isEditing]);
  useClicks({ isEditing, isRouterDisabled, onText: setText, onPicture: windows.editPicture });
  // An open text stays in the browser, unsaved.
  useConfirmLeave(() => text !== null);

  /** Closes a text, and leaves another one open that was opened meanwhile. */
  function close(key: string): void {
    setText((open) => (open === key ? null : open));
  }

  /** After a save, waits for the page's new data, which has what others saved meanwhile, and then shows the message. */
  async function onLive(...[key, live, said, warnings]: Parameters<OnLive>): Promise<void> {
    if (live !== null) putLive(key, live);
    await revalidate();
    setToast({ text: said, warnings });
    await drafts.look();
  }

  function onLateRefusal(key: string, outcome: Refusal): void {
    setToast({ text: m.operators_ui_not_saved({ key }), warnings: "problems" in outcome ? outcome.problems : [] });
  }

  function start(): void {
    setWelcomed(true);
    setEditing(true);
  }

  const shared = { api, session, unsaved, places, onText: setText };
  return (
    <div id="operator-tools">
      {!isWelcomed && <Welcome name={name} onStart={start} />}
      <Toolbar
        {...{ session, isEditing, isRouterDisabled }}
        onEditing={setEditing}
        onRouterDisabled={setRouterDisabled}
        onOpen={(kind) => windows.setOpen({ kind })}
        onLogOut={() => void logOut(api)}
      />
      {isEditing && (
        <EditedTexts
          {...{ ...shared, text, drafts }}
          choosePicture={windows.choosePicture}
          onClose={close}
          onLive={(...live) => void onLive(...live)}
          onLateRefusal={onLateRefusal}
        />
      )}
      <Windows {...{ ...shared, windows, scheduled: drafts.scheduled }} onWithdraw={(id) => void drafts.withdraw(id)} />
      <OvertakenDraft drafts={drafts} locale={locale} />
      <div className="op-toast-place" role="status">
        {toast !== null && <ToastBox toast={toast} onClose={() => setToast(null)} />}
      </div>
    </div>
  );
}

/** The places of the page with what this operator has just published, until the page's data has it too. */
function useLivePlaces(shown: readonly Place[]): [Place[], (key: string, live: Live) => void] {
  const [lives, setLives] = useState<Record<string, Live>>({});
  return [
    shown.map((place) => withLive(place, lives[place.key])),
    (key, live) => setLives((known) => ({ ...known, [key]: live })),
  ];
}

/** Merges a draft with the version that went live after it was begun. */
function OvertakenDraft({ drafts, locale }: { drafts: ReturnType<typeof useDrafts>; locale: "fr" | "en" }) {
  const { overtaken, takeUp, leave } = drafts;
  if (overtaken === null) return null;
  return (
    <ConflictDialog
      mine={documentOf(overtaken.draft.content)}
      theirs={overtaken.live}
      told={m.operators_ui_overtaken({
        name: overtaken.live.operator ?? m.operators_ui_by_casino(),
        time: dayAndTime(overtaken.live.updated_at, locale),
      })}
      onMerge={(document) => takeUp(overtaken, document)}
      onClose={leave}
    />
  );
}

async function logOut(api: EditorApi): Promise<void> {
  sessionStorage.clear();
  await api.logOut();
  location.reload();
}

/** A text with what was just saved. */
function withLive(place: Place, live: Live | undefined): Place {
  return live === undefined || live.rev <= place.rev ? place : { ...place, shown: live.document, rev: live.rev };
}
