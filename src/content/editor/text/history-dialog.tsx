import { useEffect, useState } from "react";
import { m } from "../../../messages/messages.js";
import { Button } from "../button.tsx";
import { BlockText } from "../block-text.tsx";
import { Dialog } from "../dialog.tsx";
import { documentOf, type EditorApi, type Revision } from "../session.ts";
import { dayAndTime } from "../times.ts";

type HistoryProps = {
  api: EditorApi;
  contentKey: string;
  locale: "fr" | "en";
  onRestore: (revision: Revision) => Promise<void>;
  onClose: () => void;
};

/** Every version of a text with its author, time and content. Any of them can be restored as a new version. */
export function HistoryDialog({ api, contentKey, locale, onRestore, onClose }: HistoryProps) {
  const [revisions, setRevisions] = useState<Revision[] | null>(null);
  const [chosen, setChosen] = useState<Revision | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    void api.history(contentKey).then((outcome) => {
      if (!("data" in outcome)) return setHasFailed(true);
      setRevisions(outcome.data);
      setChosen(outcome.data[0] ?? null);
    });
  }, [api, contentKey]);
  // Versions are counted from 1 and never deleted.
  const oldest = revisions?.at(-1)?.rev ?? 1;

  async function showOlder(): Promise<void> {
    setIsBusy(true);
    const outcome = await api.history(contentKey, oldest);
    setIsBusy(false);
    if (!("data" in outcome)) return setHasFailed(true);
    setRevisions([...(revisions ?? []), ...outcome.data]);
  }

  return (
    <Dialog title={m.operators_ui_history_of({ key: contentKey })} size="wide" onClose={onClose}>
      {hasFailed && <p role="alert">{m.operators_ui_lost()}</p>}
      {revisions?.length === 0 && <p>{m.operators_ui_history_empty()}</p>}
      {chosen !== null && revisions !== null && (
        <div className="op-history">
          <ul>
            {revisions.map((revision) => (
              <li key={revision.rev}>
                <button type="button" aria-pressed={revision === chosen} onClick={() => setChosen(revision)}>
                  <b>{dayAndTime(revision.at, locale)}</b>
                  <span>{revision.operator ?? m.operators_ui_by_casino()}</span>
                  <span>{changeOf(revision)}</span>
                </button>
              </li>
            ))}
            {oldest > 1 && (
              <li>
                <button type="button" disabled={isBusy} onClick={() => void showOlder()}>
                  {m.desk_history_older()}
                </button>
              </li>
            )}
          </ul>
          <Version
            revision={chosen}
            isBusy={isBusy}
            onRestore={() => {
              setIsBusy(true);
              void onRestore(chosen).finally(() => setIsBusy(false));
            }}
          />
        </div>
      )}
    </Dialog>
  );
}

type VersionProps = { revision: Revision; isBusy: boolean; onRestore: () => void };

function Version({ revision: { rev, content, state }, isBusy, onRestore }: VersionProps) {
  return (
    <section aria-label={m.operators_ui_version({ rev })}>
      <div className="op-text">
        <BlockText blocks={documentOf(content).blocks} />
      </div>
      {state === "past" ? (
        <Button isMain disabled={isBusy} onClick={onRestore}>
          {m.operators_ui_restore()}
        </Button>
      ) : (
        <p className="op-quiet">{state === "live" ? m.operators_ui_live_now() : m.operators_ui_draft_now()}</p>
      )}
    </section>
  );
}

function changeOf({ change, restored_rev }: Revision): string {
  if (change === "draft" && restored_rev === null) return m.operators_ui_change_draft();
  if (change === "draft" || change === "restore") return m.operators_ui_change_restore({ rev: restored_rev ?? 0 });
  if (change === "publish") return m.operators_ui_change_publish();
  return change === "import" ? m.operators_ui_change_import() : m.operators_ui_change_save();
}
