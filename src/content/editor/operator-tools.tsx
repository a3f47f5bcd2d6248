import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useBlocker, useRevalidator } from "react-router";
import { m } from "../../messages/messages.js";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { Dialog } from "./dialog.tsx";
import type { BlockDocument } from "../contract.ts";
import { openDrafts } from "./drafts.ts";
import { PictureChooser } from "./picture-chooser.tsx";
import { PictureDialog } from "./picture-dialog.tsx";
import type { Place } from "../editing/editing.tsx";
import {
  type ContentState,
  documentOf,
  type EditorApi,
  editorApi,
  type EditorSession,
  type Outcome,
  pictureHref,
  type Problem,
  type Scheduled,
  type Version,
} from "./session.ts";
import { Preview } from "./preview.tsx";
import { type Live, TextEditing } from "./text-editing.tsx";
import { dayAndTime } from "./times.ts";
import { useClicks } from "./use-clicks.ts";
import { useStored } from "./use-stored.ts";
import { Welcome } from "./welcome.tsx";
import "../../ui/forms/field.css";
import "./operator.css";

type Open = { kind: "texts" } | { kind: "pictures" } | { kind: "preview" } | { kind: "picture"; key: string | null };
type Asked = { resolve: (key: string | null) => void };
/** A draft, and the version that went live after it was begun. */
type Overtaken = { place: Place; waiting: Version; live: Version };
type Toast = { text: string; warnings: Problem[] };

/** The editor's toolbar and what it opens: texts in place, pictures, the preview, log-out. */
export default function OperatorTools({
  session,
  places: shown,
}: {
  session: EditorSession;
  places: readonly Place[];
}) {
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
  const [states, setStates] = useState<Record<string, ContentState>>({});
  const [scheduled, setScheduled] = useState<Scheduled[]>([]);
  const [text, setText] = useState<string | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [toast, setToast] = useState<Toast | null>(null);
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  // By key: the live revision that the operator saw beside the draft, so that the draft may replace it.
  const looked = useRef<Record<string, number>>({});

  const take = useCallback(
    (outcome: Awaited<ReturnType<EditorApi["states"]>>) => {
      if (!("data" in outcome)) return;
      setStates(outcome.data.contents);
      setScheduled(outcome.data.scheduled.filter(({ locale }) => locale === session.locale));
    },
    [session.locale],
  );
  async function look(): ReturnType<EditorApi["states"]> {
    const outcome = await api.states();
    take(outcome);
    return outcome;
  }
  useEffect(() => {
    document.documentElement.toggleAttribute("data-editing", isEditing);
    if (isEditing) void api.states().then(take);
  }, [api, isEditing, take]);
  const choosePicture = useCallback(() => new Promise<string | null>((resolve) => setAsked({ resolve })), []);
  const editPicture = useCallback((key: string) => setOpen({ kind: "picture", key }), [setOpen]);
  useClicks({ isEditing, isRouterDisabled, onText: setText, onPicture: editPicture });
  useOpenText(text !== null);

  function answer(key: string | null): void {
    asked?.resolve(key);
    setAsked(null);
    setOpen(null);
  }

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

  /** Publishes or discards a draft, and shows the text that is current then. */
  async function settleDraft(place: Place, waiting: Version, verb: "publish" | "discard"): Promise<void> {
    const { key } = place;
    const outcome =
      verb === "publish"
        ? await api.publish(key, waiting.rev, looked.current[key])
        : await api.discard(key, waiting.rev);
    const said = verb === "publish" ? m.operators_ui_live : m.operators_ui_discarded;
    await revalidate();
    setToast("data" in outcome ? { text: said({ key }), warnings: [] } : toastOf(outcome));
    const seen = await look();
    const isSameDraft = "data" in seen && seen.data.contents[key]?.draft?.rev === waiting.rev;
    if ("conflict" in outcome && isSameDraft) setOvertaken({ place, waiting, live: outcome.conflict });
  }

  /** Opens the merged text in the editor again, to be saved and then published. */
  function takeUp({ place: { key }, waiting, live }: Overtaken, document: BlockDocument): void {
    looked.current[key] = live.rev;
    drafts.keep(key, { rev: waiting.rev, document, at: new Date().toISOString() });
    setOvertaken(null);
    setText(key);
  }

  const isFallback = (place: Place) =>
    states[place.key]?.is_fallback === true || (place.language !== null && place.language !== session.locale);

  return (
    <div id="operator-tools">
      {!isWelcomed && (
        <Welcome
          name={session.name}
          onStart={() => {
            setWelcomed(true);
            setEditing(true);
          }}
        />
      )}
      <nav className="op-toolbar" aria-label={m.operators_ui_toolbar()}>
        <b className="op-name">{session.name}</b>
        <button type="button" className="op-button" aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
          {m.operators_ui_edit()}
        </button>
        <button
          type="button"
          className="op-button"
          aria-pressed={isRouterDisabled}
          title={m.operators_ui_router_help()}
          onClick={() => setRouterDisabled(!isRouterDisabled)}
        >
          {m.operators_ui_router()}
        </button>
        {isEditing && (
          <>
            <button type="button" className="op-button" onClick={() => setOpen({ kind: "texts" })}>
              {m.operators_ui_texts()}
            </button>
            <button type="button" className="op-button" onClick={() => setOpen({ kind: "pictures" })}>
              {m.operators_ui_pictures()}
            </button>
          </>
        )}
        <button type="button" className="op-button" onClick={() => setOpen({ kind: "preview" })}>
          {m.operators_ui_preview()}
        </button>
        {session.locales
          .filter((locale) => locale !== session.locale)
          .map((locale) => (
            <a key={locale} className="op-button" href={inLanguage(locale)} hrefLang={locale}>
              {locale === "fr" ? "Français" : "English"}
            </a>
          ))}
        <button
          type="button"
          className="op-button"
          onClick={() => {
            sessionStorage.clear();
            void api.logOut().then(() => location.reload());
          }}
        >
          {m.operators_ui_log_out()}
        </button>
      </nav>

      {isEditing &&
        places.map((place) => (
          <PlaceTools
            key={place.key}
            place={place}
            isOpen={text === place.key}
            isFallback={isFallback(place)}
            hasDraft={drafts.read(place.key) !== null}
            due={scheduled.find(({ key }) => key === place.key)}
            waiting={states[place.key]?.draft ?? null}
            canPublish={session.canPublish}
            onSettle={(draft, verb) => void settleDraft(place, draft, verb)}
            locale={session.locale}
            onOpen={() => setText(place.key)}
          />
        ))}
      {places
        .filter(({ key }) => isEditing && key === text)
        .map((place) => (
          <TextEditing
            key={place.key}
            api={api}
            session={session}
            drafts={drafts}
            place={place}
            choosePicture={choosePicture}
            onLive={(live, said, warnings) => void onLive(place, live, said, warnings)}
            onClose={() => setText(null)}
          />
        ))}

      {open?.kind === "texts" && (
        <Texts
          places={places}
          scheduled={scheduled}
          locale={session.locale}
          onOpen={(key) => {
            setOpen(null);
            setText(key);
            places.find((place) => place.key === key)?.element.scrollIntoView({ block: "center" });
          }}
          canWithdraw={session.canPublish}
          onWithdraw={(id) => void withdraw(id)}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === "pictures" && (
        <Dialog title={m.operators_ui_pictures_here()} size="wide" onClose={() => setOpen(null)}>
          <ul className="op-gallery">
            {picturesOf(document.images).map((key) => (
              <li key={key}>
                <button type="button" onClick={() => setOpen({ kind: "picture", key })}>
                  <img src={pictureHref(key, 300)} alt="" loading="lazy" />
                  <span>{key}</span>
                </button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
      {overtaken !== null && (
        <ConflictDialog
          mine={documentOf(overtaken.waiting.content)}
          theirs={overtaken.live}
          told={m.operators_ui_overtaken({
            name: overtaken.live.operator ?? m.operators_ui_by_casino(),
            time: dayAndTime(overtaken.live.updated_at, session.locale),
          })}
          onMerge={(document) => takeUp(overtaken, document)}
          onClose={() => setOvertaken(null)}
        />
      )}
      {open?.kind === "preview" && (
        <Dialog title={m.operators_ui_preview_title()} size="phone" onClose={() => setOpen(null)}>
          <Preview drafts={drafts} />
        </Dialog>
      )}
      {asked !== null && open?.kind !== "picture" && (
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
          onDone={(key) => (asked === null ? location.reload() : answer(key))}
          onClose={() => setOpen(null)}
        />
      )}
      <div className="op-toast-place" role="status">
        {toast !== null && <ToastBox toast={toast} onClose={() => setToast(null)} />}
      </div>
    </div>
  );
}

type PlaceToolsProps = {
  place: Place;
  isOpen: boolean;
  isFallback: boolean;
  hasDraft: boolean;
  due: Scheduled | undefined;
  /** The draft that is not yet published. */
  waiting: Version | null;
  locale: "fr" | "en";
  canPublish: boolean;
  onOpen: () => void;
  onSettle: (waiting: Version, verb: "publish" | "discard") => void;
};

/** The label over a text's outline: its state, and a button to edit it by keyboard. */
function PlaceTools({ place, isOpen, isFallback, hasDraft, due, waiting, locale, ...tools }: PlaceToolsProps) {
  const { canPublish, onOpen, onSettle } = tools;
  return createPortal(
    <div className="op-open">
      <code>{place.key}</code>
      {place.isHidden && <span>{m.operators_ui_hidden()}</span>}
      {isFallback && <span className="op-badge">{m.operators_ui_fallback()}</span>}
      {hasDraft && !isOpen && <span className="op-badge">{m.operators_ui_draft()}</span>}
      {due !== undefined && (
        <span className="op-badge">{m.operators_ui_due({ time: dayAndTime(due.publish_at, locale) })}</span>
      )}
      {waiting !== null && (
        <span className="op-badge">
          {m.operators_ui_to_publish({
            name: waiting.operator ?? m.operators_ui_by_casino(),
            time: dayAndTime(waiting.updated_at, locale),
          })}
        </span>
      )}
      {!isOpen && (
        <button
          type="button"
          className="op-button"
          onClick={onOpen}
          aria-label={m.operators_ui_edit_text({ key: place.key })}
        >
          {m.operators_ui_change()}
        </button>
      )}
      {!isOpen && waiting !== null && (
        <>
          {canPublish && (
            <button type="button" className="op-button op-main" onClick={() => onSettle(waiting, "publish")}>
              {m.operators_ui_publish()}
            </button>
          )}
          <button type="button" className="op-button" onClick={() => onSettle(waiting, "discard")}>
            {m.operators_ui_discard_waiting()}
          </button>
        </>
      )}
    </div>,
    place.tools,
  );
}

type TextsProps = {
  places: readonly Place[];
  scheduled: Scheduled[];
  locale: "fr" | "en";
  canWithdraw: boolean;
  onOpen: (key: string) => void;
  onWithdraw: (id: string) => void;
  onClose: () => void;
};

function Texts({ places, scheduled, locale, canWithdraw, onOpen, onWithdraw, onClose }: TextsProps) {
  return (
    <Dialog title={m.operators_ui_texts_here()} onClose={onClose}>
      {places.length === 0 && <p>{m.operators_ui_texts_none()}</p>}
      <ul className="op-list">
        {places.map(({ key, isHidden }) => (
          <li key={key}>
            <span>
              <code>{key}</code> {isHidden && m.operators_ui_hidden()}
            </span>
            <button type="button" className="op-button" onClick={() => onOpen(key)}>
              {m.operators_ui_change()}
            </button>
          </li>
        ))}
      </ul>
      {scheduled.length > 0 && (
        <>
          <h3>{m.operators_ui_waiting()}</h3>
          <ul className="op-list">
            {scheduled.map(({ id, key, publish_at, operator }) => (
              <li key={id}>
                <span>
                  <code>{key}</code> {dayAndTime(publish_at, locale)}, {operator}
                </span>
                {canWithdraw && (
                  <button type="button" className="op-button" onClick={() => onWithdraw(id)}>
                    {m.operators_ui_withdraw()}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

function ToastBox({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  useEffect(() => {
    // A message with warnings stays until it is closed; others disappear after 4 seconds.
    if (toast.warnings.length > 0) return undefined;
    const timer = setTimeout(onClose, 4000);
    return () => clearTimeout(timer);
  }, [toast, onClose]);
  return (
    <div className="op-toast">
      <p>{toast.text}</p>
      {toast.warnings.length > 0 && (
        <>
          <ul>
            {toast.warnings.map(({ key, message }) => (
              <li key={`${key}${message}`}>{message}</li>
            ))}
          </ul>
          <button type="button" className="op-button" onClick={onClose}>
            {m.close()}
          </button>
        </>
      )}
    </div>
  );
}

function toastOf(outcome: Exclude<Outcome<unknown>, { data: unknown }>): Toast {
  if ("conflict" in outcome) return { text: m.operators_conflict(), warnings: [] };
  if ("problems" in outcome) return { text: m.operators_ui_refused(), warnings: outcome.problems };
  const words = { lost: m.operators_ui_lost(), over: m.operators_unauthorised(), refused: outcome.message };
  return { text: words[outcome.failure], warnings: [] };
}

/** A text with what was just saved. */
function withLive(place: Place, live: Live | undefined): Place {
  return live === undefined || live.rev <= place.rev ? place : { ...place, shown: live.document, rev: live.rev };
}

/** The pictures of the page by key, each once, in their order. */
function picturesOf(images: HTMLCollectionOf<HTMLImageElement>): string[] {
  return [...new Set([...images].flatMap(({ dataset }) => dataset["pictureKey"] ?? []))];
}

/** Asks before leaving a page on which a text is open; the text stays in the browser, unsaved. */
function useOpenText(isOpen: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isOpen && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (confirm(m.desk_leaving())) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
}

function inLanguage(locale: string): string {
  const query = new URLSearchParams(location.search);
  query.set("locale", locale);
  return `${location.pathname}?${query}`;
}
