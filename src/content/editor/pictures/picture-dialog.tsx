import { type FormEvent, useEffect, useState } from "react";
import { m } from "../../../messages/messages.js";
import { Dialog } from "../dialog.tsx";
import { Crops, FocalPoint } from "./picture-focus.tsx";
import {
  type EditorApi,
  type EditorSession,
  type Outcome,
  pictureHref,
  type PictureFile,
  type Problem,
} from "../session.ts";
import { dayAndTime } from "../times.ts";

const BYTES_MAX = 10 * 1024 * 1024;
const LOCALES = ["fr", "en"] as const;

type PictureProps = {
  api: EditorApi;
  session: EditorSession;
  /** Null for a new picture. */
  pictureKey: string | null;
  onDone: (key: string) => void;
  onClose: () => void;
};

/** Edits a picture: its file, alternative texts, focal point and crops, and restores earlier versions. */
export function PictureDialog(props: PictureProps) {
  const { session, pictureKey, onClose } = props;
  const picture = usePicture(props);
  const { known, href, point, setPoint, alt, setAlt, name, setName, problems, isBusy, isUnready } = picture;
  const [isBright, setIsBright] = useState(false);
  const isLocked = known?.standing === "group";
  const general = problems.filter(({ key: field }) => !/^alt_(fr|en)$/.test(field));
  return (
    <Dialog title={pictureKey ?? m.operators_ui_picture_new()} size="wide" onClose={onClose}>
      <form className="op-picture" onSubmit={(event) => void picture.save(event)} noValidate>
        <div className="op-picture-left">
          {href === null ? (
            <p className="op-picture-none">{m.operators_ui_picture_none()}</p>
          ) : (
            <>
              <FocalPoint href={href} point={point} onPoint={setPoint} onLight={setIsBright} />
              <Crops href={href} point={point} />
            </>
          )}
        </div>
        <div className="op-picture-right">
          {general.map(({ message }) => (
            <p key={message} role="alert" className="op-problem">
              {message}
            </p>
          ))}
          {known?.standing === "shared" && <p className="op-note">{m.operators_ui_picture_shared()}</p>}
          {isLocked && <p className="op-note">{m.operators_picture_of_group()}</p>}
          {isBright && <p className="op-note">{m.operators_ui_picture_bright()}</p>}
          {pictureKey === null && (
            <label className="op-field">
              {m.operators_ui_picture_name()}
              <input value={name} onChange={({ target }) => setName(target.value)} required />
            </label>
          )}
          <label className="op-field">
            {pictureKey === null ? m.operators_ui_picture_file() : m.operators_ui_picture_replace()}
            <input
              type="file"
              accept="image/jpeg,image/png,image/webp"
              onChange={({ target }) => picture.take(target.files?.[0])}
              disabled={isLocked}
            />
          </label>
          {LOCALES.map((locale) => (
            <AltField
              key={locale}
              locale={locale}
              value={alt[locale]}
              problem={problems.find(({ key: field }) => field === `alt_${locale}`)?.message}
              isLocked={isLocked}
              onChange={(text) => setAlt({ ...alt, [locale]: text })}
            />
          ))}
          <SaveButton isBusy={isBusy} isDisabled={isLocked || isUnready} />
          {known !== null && known.revisions.length > 0 && (
            <PicturePast known={known} locale={session.locale} onRestore={(from) => void picture.restore(from)} />
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** What the dialog holds of a picture until it is saved. */
function usePicture({ api, session, pictureKey, onDone }: PictureProps) {
  const [known, setKnown] = useState<PictureFile | null>(null);
  const [problems, setProblems] = useState<Problem[]>([]);
  const { chosen, take } = useChosenFile(setProblems);
  const [alt, setAlt] = useState({ fr: "", en: "" });
  const [point, setPoint] = useState({ x: 0.5, y: 0.5 });
  const [name, setName] = useState("");
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    if (pictureKey === null) return;
    void api.picture(pictureKey).then((outcome) => {
      if (!("data" in outcome)) return setProblems(problemsOf(outcome));
      setKnown(outcome.data);
      setAlt(outcome.data.alt);
      setPoint(outcome.data.focal_point);
    });
  }, [api, pictureKey]);

  const key = pictureKey ?? `${session.slug}-${slugOf(name)}`;
  const version = known === null ? "" : `&v=${known.version}`;
  const href = chosen?.href ?? (pictureKey === null ? null : `${pictureHref(pictureKey, 900)}${version}`);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const missing = LOCALES.filter((locale) => alt[locale].trim() === "");
    if (missing.length > 0)
      return setProblems(missing.map((locale) => ({ key: `alt_${locale}`, message: m.operators_alt_required() })));
    setProblems([]);
    setIsBusy(true);
    const form = { key, projectId: session.projectId, isNew: pictureKey === null, alt, point };
    const outcome =
      chosen === null
        ? await api.describePicture(key, { alt, focal_point: point })
        : await api.upload(formOf(chosen.file, form));
    setIsBusy(false);
    if ("data" in outcome) return onDone((outcome.data as { key?: string }).key ?? key);
    setProblems(problemsOf(outcome));
  }

  async function restore(from: number): Promise<void> {
    const outcome = await api.restorePicture(key, from);
    if ("data" in outcome) return onDone(key);
    setProblems(problemsOf(outcome));
  }

  /** A new picture needs a file and a name. */
  const isUnready = pictureKey === null && (chosen === null || slugOf(name) === "");
  return {
    known,
    href,
    point,
    setPoint,
    alt,
    setAlt,
    name,
    setName,
    problems,
    isBusy,
    isUnready,
    take,
    save,
    restore,
  };
}

/** The new file of a picture. `take` ignores other types of files without a message; a file that is too large is refused with one. */
function useChosenFile(setProblems: (problems: Problem[]) => void) {
  const [chosen, setChosen] = useState<{ file: File; href: string } | null>(null);
  useEffect(() => () => (chosen === null ? undefined : URL.revokeObjectURL(chosen.href)), [chosen]);
  function take(file: File | undefined): void {
    setProblems([]);
    if (file === undefined || !/^image\/(jpeg|png|webp)$/.test(file.type)) return;
    if (file.size > BYTES_MAX) return setProblems([{ key: "file", message: m.operators_too_large() }]);
    setChosen({ file, href: URL.createObjectURL(file) });
  }
  return { chosen, take };
}

type Described = {
  key: string;
  projectId: number;
  isNew: boolean;
  alt: { fr: string; en: string };
  point: { x: number; y: number };
};

function formOf(file: File, { key, projectId, isNew, alt, point }: Described): FormData {
  const form = new FormData();
  const fields = {
    key,
    projectId,
    ...(isNew ? { is_new: 1 } : {}),
    alt_fr: alt.fr,
    alt_en: alt.en,
    focal_x: point.x,
    focal_y: point.y,
  };
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
  form.set(key, file);
  return form;
}

function SaveButton({ isBusy, isDisabled }: { isBusy: boolean; isDisabled: boolean }) {
  return (
    <p className="op-actions">
      <button className="op-button op-main" disabled={isBusy || isDisabled}>
        {isBusy ? m.operators_ui_saving() : m.operators_ui_save()}
      </button>
    </p>
  );
}

type AltFieldProps = {
  locale: "fr" | "en";
  value: string;
  problem: string | undefined;
  isLocked: boolean;
  onChange: (text: string) => void;
};

function AltField({ locale, value, problem, isLocked, onChange }: AltFieldProps) {
  return (
    <label className="op-field">
      {locale === "fr" ? m.operators_ui_alt_fr() : m.operators_ui_alt_en()}
      <textarea
        lang={locale}
        rows={2}
        maxLength={300}
        value={value}
        aria-invalid={problem !== undefined}
        onChange={({ target }) => onChange(target.value)}
        disabled={isLocked}
        required
      />
      {problem !== undefined && <span className="op-problem">{problem}</span>}
    </label>
  );
}

type PastProps = { known: PictureFile; locale: "fr" | "en"; onRestore: (from: number) => void };

function PicturePast({ known, locale, onRestore }: PastProps) {
  return (
    <details className="op-past">
      <summary>{m.operators_ui_history()}</summary>
      <ul>
        {known.revisions.map(({ rev, at, operator, width, height }) => (
          <li key={rev}>
            <span>
              {dayAndTime(at, locale)}, {operator} ({width} × {height})
            </span>
            <button type="button" className="op-button" onClick={() => onRestore(rev)}>
              {m.operators_ui_restore()}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function problemsOf(outcome: Exclude<Outcome<unknown>, { data: unknown }>): Problem[] {
  if ("problems" in outcome) return outcome.problems;
  if ("failure" in outcome)
    return [{ key: "file", message: outcome.failure === "lost" ? m.operators_ui_lost() : outcome.message }];
  return [{ key: "file", message: m.operators_conflict() }];
}

/** A name as a slug. */
function slugOf(name: string): string {
  const plain = name
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60);
}
