import { type FormEvent, useEffect, useState } from "react";
import { m } from "../../../messages/messages.js";
import {
  type EditorApi,
  type EditorSession,
  type Outcome,
  pictureHref,
  type PictureFile,
  type Problem,
} from "../session.ts";

const BYTES_MAX = 10 * 1024 * 1024;
export const LOCALES = ["fr", "en"] as const;

export type PictureProps = {
  api: EditorApi;
  session: EditorSession;
  /** Null for a new picture. */
  pictureKey: string | null;
  onDone: (key: string) => void;
};

/** What the operator types of a picture. Only a new one has a name. */
type Form = { name: string; alt: { fr: string; en: string }; point: { x: number; y: number } };

/** What the dialog holds of a picture until it is saved. */
export function usePicture({ api, session: { projectId, slug }, pictureKey, onDone }: PictureProps) {
  const [known, setKnown] = useState<PictureFile | null>(null);
  const [problems, setProblems] = useState<Problem[]>([]);
  const { chosen, take } = useChosenFile(setProblems);
  const [form, setForm] = useState<Form>({ name: "", alt: { fr: "", en: "" }, point: { x: 0.5, y: 0.5 } });
  const change = (part: Partial<Form>) => setForm((before) => ({ ...before, ...part }));
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    if (pictureKey === null) return;
    void api.picture(pictureKey).then((outcome) => {
      if (!("data" in outcome)) return setProblems(problemsOf(outcome));
      const { alt, focal_point: point } = outcome.data;
      setKnown(outcome.data);
      setForm((before) => ({ ...before, alt, point }));
    });
  }, [api, pictureKey]);

  const isNew = pictureKey === null;
  const key = pictureKey ?? `${slug}-${slugOf(form.name)}`;
  const version = known === null ? "" : `&v=${known.version}`;
  const href = chosen?.href ?? (isNew ? null : `${pictureHref(key, 900)}${version}`);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const { alt, point } = form;
    const missing = LOCALES.filter((locale) => alt[locale].trim() === "");
    setProblems(missing.map((locale) => ({ key: `alt_${locale}`, message: m.operators_alt_required() })));
    if (missing.length > 0) return;
    setIsBusy(true);
    const outcome =
      chosen === null
        ? await api.describePicture(key, { alt, focal_point: point })
        : await api.upload(uploadOf(chosen.file, form, { key, projectId, ...(isNew ? { is_new: 1 } : {}) }));
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
  const isUnready = isNew && (chosen === null || slugOf(form.name) === "");
  return { known, href, form, change, problems, isBusy, isUnready, take, save, restore };
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

function uploadOf(
  file: File,
  { alt, point }: Form,
  named: { key: string; projectId: number; is_new?: number },
): FormData {
  const upload = new FormData();
  const fields = { ...named, alt_fr: alt.fr, alt_en: alt.en, focal_x: point.x, focal_y: point.y };
  for (const [field, value] of Object.entries(fields)) upload.set(field, String(value));
  upload.set(named.key, file);
  return upload;
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
