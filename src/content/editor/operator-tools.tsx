import { useEffect, useMemo, useState } from "react";
import { useRevalidator } from "react-router";
import { m } from "../../messages/messages.js";
import type { Place } from "../editing/editing.tsx";
import { ConflictDialog } from "./text/conflict-dialog.tsx";
import { openDrafts } from "./drafts.ts";
import { PlaceTools } from "./place-tools.tsx";
import { documentOf, type EditorApi, editorApi, type EditorSession, type Problem } from "./session.ts";
import { TextEditing } from "./text/text-editing.tsx";
import type { Live } from "./text/use-saving.ts";
import { dayAndTime } from "./times.ts";
import { ToastBox, toastOf, type Toast } from "./toast-box.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useClicks } from "./use-clicks.ts";
import { useContentStates } from "./use-content-states.ts";
import { useOpenText } from "./use-open-text.ts";
import { useStored } from "./use-stored.ts";
import { useWaitingDrafts } from "./use-waiting-drafts.ts";
import { Welcome } from "./welcome.tsx";
import { useWindows, Windows } from "./windows.tsx";
import "../../ui/forms/field.css";
import "./operator.css";

type OperatorToolsProps = { session: EditorSession; places: readonly Place[] };

/** The editor's toolbar and what it opens: texts in place, pictures, the preview, log-out. */
export default function OperatorTools({ session, places: shown }: OperatorToolsProps) {
  const { projectId, locale, name } = session;
  const api = useMemo(() => editorApi({ projectId, locale }), [projectId, locale]);
  const drafts = useMemo(() => openDrafts({ projectId, locale, name }, localStorage), [projectId, locale, name]);
  const { revalidate } = useRevalidator();
  // What this operator has just published, by content key, until the page's data has it too.
  const [lives, setLives] = useState<Record<string, Live>>({});
  const places = shown.map((place) => withLive(place, lives[place.key]));
  const [isWelcomed, setWelcomed] = useStored("baize-welcomed", false);
  const [isEditing, setEditing] = useStored("baize-editing", false);
  const [isRouterDisabled, setRouterDisabled] = useStored("baize-router-disabled", true);
  const [text, setText] = useState<string | null>(null);
  const [toast, setToast] = useState<Toast | null>(null);
  const windows = useWindows();
  const edited = places.find(({ key }) => key === text);
  const { states, scheduled, look } = useContentStates(api, session, isEditing);
  const waiting = useWaitingDrafts({ api, drafts, look, revalidate, tell: setToast, openText: setText });
  useEffect(() => void document.documentElement.toggleAttribute("data-editing", isEditing), [isEditing]);
  useClicks({ isEditing, isRouterDisabled, onText: setText, onPicture: windows.editPicture });
  useOpenText(text !== null);

  /** After a save, waits for the page's new data, which has what others saved meanwhile, and then shows the message. */
  async function onLive(place: Place, live: Live | null, said: string, warnings: Problem[]): Promise<void> {
    setText(null);
    if (live !== null) setLives((known) => ({ ...known, [place.key]: live }));
    await revalidate();
    setToast({ text: said, warnings });
    await look();
  }

  async function withdraw(id: string): Promise<void> {
    const outcome = await api.withdraw(id);
    if (!("data" in outcome)) setToast(toastOf(outcome));
    await look();
  }

  function start(): void {
    setWelcomed(true);
    setEditing(true);
  }

  return (
    <div id="operator-tools">
      {!isWelcomed && <Welcome name={session.name} onStart={start} />}
      <Toolbar
        session={session}
        isEditing={isEditing}
        isRouterDisabled={isRouterDisabled}
        onEditing={setEditing}
        onRouterDisabled={setRouterDisabled}
        onOpen={(kind) => windows.setOpen({ kind })}
        onLogOut={() => void logOut(api)}
      />
      {isEditing &&
        places.map((place) => (
          <PlaceTools
            key={place.key}
            place={place}
            state={states[place.key]}
            isOpen={text === place.key}
            hasDraft={drafts.read(place.key) !== null}
            due={scheduled.find(({ key }) => key === place.key)}
            canPublish={session.canPublish}
            onSettle={(draft, verb) => void waiting.settle(place, draft, verb)}
            locale={session.locale}
            onOpen={() => setText(place.key)}
          />
        ))}
      {isEditing && edited !== undefined && (
        <TextEditing
          key={edited.key}
          {...{ api, session, drafts }}
          place={edited}
          choosePicture={windows.choosePicture}
          onLive={(live, said, warnings) => void onLive(edited, live, said, warnings)}
          onClose={() => setText(null)}
        />
      )}
      <Windows
        {...{ windows, api, session, drafts, places, scheduled }}
        onText={setText}
        onWithdraw={(id) => void withdraw(id)}
      />
      <OvertakenDraft waiting={waiting} locale={session.locale} />
      <div className="op-toast-place" role="status">
        {toast !== null && <ToastBox toast={toast} onClose={() => setToast(null)} />}
      </div>
    </div>
  );
}

/** Merges a draft with the version that went live after it was begun. */
function OvertakenDraft({ waiting, locale }: { waiting: ReturnType<typeof useWaitingDrafts>; locale: "fr" | "en" }) {
  const { overtaken, takeUp, leave } = waiting;
  if (overtaken === null) return null;
  return (
    <ConflictDialog
      mine={documentOf(overtaken.waiting.content)}
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
