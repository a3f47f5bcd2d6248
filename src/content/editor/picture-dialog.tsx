import { type FormEvent, useEffect, useState } from "react";
import { m } from "../../messages/messages.js";
import { Dialog } from "./dialog.tsx";
import { aspectOf, PICTURE_CROPS } from "../../ui/pictures/crops.ts";
import { looksTooBright } from "./picture-light.ts";
import {
  type EditorApi,
  type EditorSession,
  type Outcome,
  pictureHref,
  type PictureFile,
  type Problem,
} from "./session.ts";
import { dayAndTime } from "./times.ts";

const BYTES_MAX = 10 * 1024 * 1024;

type PictureProps = {
  api: EditorApi;
  session: EditorSession;
  /** Null for a new picture. */
  pictureKey: string | null;
  onDone: (key: string) => void;
  onClose: () => void;
};

/** Edits a picture: its file, alternative texts, focal point and crops, and restores earlier versions. */
export function PictureDialog({ api, session, pictureKey, onDone, onClose }: PictureProps) {
  const [known, setKnown] = useState<PictureFile | null>(null);
  const [chosen, setChosen] = useState<{ file: File; href: string } | null>(null);
  const [alt, setAlt] = useState({ fr: "", en: "" });
  const [point, setPoint] = useState({ x: 0.5, y: 0.5 });
  const [name, setName] = useState("");
  const [problems, setProblems] = useState<Problem[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const [isBright, setIsBright] = useState(false);

  useEffect(() => {
    if (pictureKey === null) return;
    void api.picture(pictureKey).then((outcome) => {
      if (!("data" in outcome)) return setProblems(problemsOf(outcome));
      setKnown(outcome.data);
      setAlt(outcome.data.alt);
      setPoint(outcome.data.focal_point);
    });
  }, [api, pictureKey]);
  useEffect(() => () => (chosen === null ? undefined : URL.revokeObjectURL(chosen.href)), [chosen]);

  const key = pictureKey ?? `${session.slug}-${slugOf(name)}`;
  const isLocked = known?.standing === "group";
  const href =
    chosen?.href ??
    (pictureKey === null ? null : `${pictureHref(pictureKey, 900)}${known === null ? "" : `&v=${known.version}`}`);

  function take(file: File | undefined): void {
    setProblems([]);
    if (file === undefined) return;
    // Other types of files are ignored without a message; a file that is too large is refused with one.
    if (!/^image\/(jpeg|png|webp)$/.test(file.type)) return;
    if (file.size > BYTES_MAX) return setProblems([{ key: "file", message: m.operators_too_large() }]);
    setChosen({ file, href: URL.createObjectURL(file) });
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const missing = (["fr", "en"] as const).filter((locale) => alt[locale].trim() === "");
    if (missing.length > 0)
      return setProblems(missing.map((locale) => ({ key: `alt_${locale}`, message: m.operators_alt_required() })));
    setProblems([]);
    setIsBusy(true);
    const outcome =
      chosen === null
        ? await api.describePicture(key, { alt, focal_point: point })
        : await api.upload(formOf(chosen.file));
    setIsBusy(false);
    if ("data" in outcome) return onDone((outcome.data as { key?: string }).key ?? key);
    setProblems(problemsOf(outcome));
  }

  function formOf(file: File): FormData {
    const form = new FormData();
    const fields = {
      key,
      projectId: session.projectId,
      ...(pictureKey === null ? { is_new: 1 } : {}),
      alt_fr: alt.fr,
      alt_en: alt.en,
      focal_x: point.x,
      focal_y: point.y,
    };
    for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
    form.set(key, file);
    return form;
  }

  const problemOf = (field: string) => problems.find((problem) => problem.key === field)?.message;
  const general = problems.filter(({ key: field }) => !/^alt_(fr|en)$/.test(field));
  return (
    <Dialog title={pictureKey ?? m.operators_ui_picture_new()} size="wide" onClose={onClose}>
      <form className="op-picture" onSubmit={(event) => void save(event)} noValidate>
        <div className="op-picture-left">
          {href === null ? (
            <p className="op-picture-none">{m.operators_ui_picture_none()}</p>
          ) : (
            <FocalPoint href={href} point={point} onPoint={setPoint} onLight={setIsBright} />
          )}
          {href !== null && <Crops href={href} point={point} />}
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
              onChange={({ target }) => take(target.files?.[0])}
              disabled={isLocked}
            />
          </label>
          {(["fr", "en"] as const).map((locale) => (
            <label className="op-field" key={locale}>
              {locale === "fr" ? m.operators_ui_alt_fr() : m.operators_ui_alt_en()}
              <textarea
                lang={locale}
                rows={2}
                maxLength={300}
                value={alt[locale]}
                aria-invalid={problemOf(`alt_${locale}`) !== undefined}
                onChange={({ target }) => setAlt({ ...alt, [locale]: target.value })}
                disabled={isLocked}
                required
              />
              {problemOf(`alt_${locale}`) !== undefined && (
                <span className="op-problem">{problemOf(`alt_${locale}`)}</span>
              )}
            </label>
          ))}
          <p className="op-actions">
            <button
              className="op-button op-main"
              disabled={isBusy || isLocked || (pictureKey === null && (chosen === null || slugOf(name) === ""))}
            >
              {isBusy ? m.operators_ui_saving() : m.operators_ui_save()}
            </button>
          </p>
          {known !== null && known.revisions.length > 0 && (
            <PicturePast known={known} locale={session.locale} onRestore={(from) => void restore(from)} />
          )}
        </div>
      </form>
    </Dialog>
  );

  async function restore(from: number): Promise<void> {
    const outcome = await api.restorePicture(key, from);
    if ("data" in outcome) return onDone(key);
    setProblems(problemsOf(outcome));
  }
}

type FocalProps = {
  href: string;
  point: { x: number; y: number };
  onPoint: (point: { x: number; y: number }) => void;
  onLight: (isBright: boolean) => void;
};

/** The point that stays visible in every crop: set by a click on the picture, or by two sliders. */
function FocalPoint({ href, point, onPoint, onLight }: FocalProps) {
  return (
    <div className="op-focal">
      <div className="op-focal-picture">
        {/* The sliders do the same by keyboard. */}
        <img
          src={href}
          alt=""
          onLoad={({ currentTarget }) => onLight(looksTooBright(currentTarget))}
          onPointerDown={({ currentTarget, clientX, clientY }) => {
            const box = currentTarget.getBoundingClientRect();
            onPoint({ x: fraction((clientX - box.left) / box.width), y: fraction((clientY - box.top) / box.height) });
          }}
        />
        <i className="op-focal-mark" style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }} />
      </div>
      {(["x", "y"] as const).map((axis) => (
        <label key={axis} className="op-field">
          {axis === "x" ? m.operators_ui_focal_x() : m.operators_ui_focal_y()}
          <input
            type="range"
            min={0}
            max={100}
            value={Math.round(point[axis] * 100)}
            onChange={({ target }) => onPoint({ ...point, [axis]: Number(target.value) / 100 })}
          />
        </label>
      ))}
    </div>
  );
}

function Crops({ href, point }: { href: string; point: { x: number; y: number } }) {
  return (
    <ul className="op-crops" aria-label={m.operators_ui_crops()}>
      {PICTURE_CROPS.map((crop) => (
        <li key={crop}>
          <img
            src={href}
            alt=""
            style={{ aspectRatio: aspectOf(crop), objectPosition: `${point.x * 100}% ${point.y * 100}%` }}
          />
          <span>{crop}</span>
        </li>
      ))}
    </ul>
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

function fraction(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
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
