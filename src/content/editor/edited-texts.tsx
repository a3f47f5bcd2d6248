import type { Place } from "../editing/editing.tsx";
import type { UnsavedTexts } from "./unsaved-texts.ts";
import { PlaceTools } from "./place-tools.tsx";
import type { EditorApi, EditorSession } from "./session.ts";
import { TextEditing } from "./text/text-editing.tsx";
import type { OnLive, Refusal } from "./text/use-saving.ts";
import type { useDrafts } from "./use-drafts.ts";

type EditedTextsProps = {
  api: EditorApi;
  session: EditorSession;
  unsaved: UnsavedTexts;
  places: readonly Place[];
  /** The key of the open text. */
  text: string | null;
  drafts: ReturnType<typeof useDrafts>;
  choosePicture: (current: string) => Promise<string | null>;
  onText: (key: string) => void;
  onClose: (key: string) => void;
  onLive: OnLive;
  onLateRefusal: (key: string, outcome: Refusal) => void;
};

/** The tools of every text of the page, and the editor of the open one. */
export function EditedTexts({ places, text, drafts, onText, ...tools }: EditedTextsProps) {
  const { session, unsaved } = tools;
  const edited = places.find(({ key }) => key === text);
  return (
    <>
      {places.map((place) => (
        <PlaceTools
          key={place.key}
          {...{ place, session }}
          state={drafts.states[place.key]}
          isOpen={text === place.key}
          isUnsaved={unsaved.read(place.key) !== null}
          due={drafts.scheduled.find(({ key }) => key === place.key)}
          onDecide={(draft, verb) => void drafts.decide(place, draft, verb)}
          onOpen={() => onText(place.key)}
        />
      ))}
      {edited !== undefined && <TextEditing key={edited.key} {...tools} place={edited} />}
    </>
  );
}
