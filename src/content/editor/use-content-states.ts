import { useCallback, useEffect, useState } from "react";
import type { ContentState, EditorApi, EditorSession, Scheduled } from "./session.ts";

/** Which texts have a draft or are scheduled, in this language. `look` reads it again. */
export function useContentStates(api: EditorApi, { locale }: EditorSession, isEditing: boolean) {
  const [states, setStates] = useState<Record<string, ContentState>>({});
  const [scheduled, setScheduled] = useState<Scheduled[]>([]);
  const look = useCallback(async (): ReturnType<EditorApi["states"]> => {
    const outcome = await api.states();
    if ("data" in outcome) {
      setStates(outcome.data.contents);
      setScheduled(outcome.data.scheduled.filter((one) => one.locale === locale));
    }
    return outcome;
  }, [api, locale]);
  useEffect(() => {
    if (isEditing) void look();
  }, [isEditing, look]);
  return { states, scheduled, look };
}
