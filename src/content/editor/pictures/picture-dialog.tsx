import { useState } from "react";
import { m } from "../../../messages/messages.js";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import type { PictureFile } from "../session.ts";
import { dayAndTime } from "../times.ts";
import { Crops, FocalPoint } from "./focal-point.tsx";
import { LOCALES, type PictureProps, usePicture } from "./use-picture.ts";

/** Edits a picture: its file, alternative texts, focal point and crops, and restores earlier versions. */
export function PictureDialog({ onClose, ...props }: PictureProps & { onClose: () => void }) {
  const { session, pictureKey } = props;
  const picture = usePicture(props);
  const { known, href, form, change } = picture;
  const [isBright, setIsBright] = useState(false);
  return (
    <Dialog title={pictureKey ?? m.operators_ui_picture_new()} size="wide" onClose={onClose}>
      <form className="op-picture" onSubmit={(event) => void picture.save(event)} noValidate>
        <div className="op-picture-left">
          {href === null ? (
            <p className="op-picture-none">{m.operators_ui_picture_none()}</p>
          ) : (
            <>
              <FocalPoint href={href} point={form.point} onPoint={(point) => change({ point })} onLight={setIsBright} />
              <Crops href={href} point={form.point} />
            </>
          )}
        </div>
        <div className="op-picture-right">
          <Fields picture={picture} isNew={pictureKey === null} isBright={isBright} />
          {known !== null && known.revisions.length > 0 && (
            <PicturePast known={known} locale={session.locale} onRestore={(from) => void picture.restore(from)} />
          )}
        </div>
      </form>
    </Dialog>
  );
}

type FieldsProps = { picture: ReturnType<typeof usePicture>; isNew: boolean; isBright: boolean };

/** What is to be said of the picture, its fields, and the button that saves them. */
function Fields({ picture, isNew, isBright }: FieldsProps) {
  const { known, form, change, problems, isBusy, isUnready, take } = picture;
  const isLocked = known?.standing === "group";
  const general = problems.filter(({ key: field }) => !/^alt_(fr|en)$/.test(field));
  return (
    <>
      {general.map(({ message }) => (
        <p key={message} role="alert" className="op-problem">
          {message}
        </p>
      ))}
      {known?.standing === "shared" && <p className="op-note">{m.operators_ui_picture_shared()}</p>}
      {isLocked && <p className="op-note">{m.operators_picture_of_group()}</p>}
      {isBright && <p className="op-note">{m.operators_ui_picture_bright()}</p>}
      {isNew && (
        <label className="op-field">
          {m.operators_ui_picture_name()}
          <input value={form.name} onChange={({ target }) => change({ name: target.value })} required />
        </label>
      )}
      <label className="op-field">
        {isNew ? m.operators_ui_picture_file() : m.operators_ui_picture_replace()}
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          onChange={({ target }) => take(target.files?.[0])}
          disabled={isLocked}
        />
      </label>
      {LOCALES.map((locale) => (
        <AltField
          key={locale}
          locale={locale}
          value={form.alt[locale]}
          problem={problems.find(({ key: field }) => field === `alt_${locale}`)?.message}
          isLocked={isLocked}
          onChange={(text) => change({ alt: { ...form.alt, [locale]: text } })}
        />
      ))}
      <p className="op-actions">
        <Button isMain type="submit" disabled={isBusy || isLocked || isUnready}>
          {isBusy ? m.operators_ui_saving() : m.operators_ui_save()}
        </Button>
      </p>
    </>
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
            <Button onClick={() => onRestore(rev)}>{m.operators_ui_restore()}</Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
