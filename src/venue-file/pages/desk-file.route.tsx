import * as deskPaths from "../../staff/desk-paths.ts";
import { pictureEncoder } from "../../pictures/encoder/context.server.ts";
import { data } from "react-router";
import { DeskLink } from "../../ui/desk/link.tsx";
import { DeskForm } from "../../ui/desk/form.tsx";
import { useDeskAnswer } from "../../venues/desk/use-desk-answer.ts";
import { DeskAlert, DeskPage } from "../../venues/desk/page.tsx";
import { DeskText } from "../../ui/desk/parts.tsx";
import { deskRequest, redirectInDesk } from "../../venues/desk/request.server.ts";
import { m } from "../../messages/messages.js";
import { DeskIcon } from "../../ui/icons/desk-icon.tsx";
import { importFile, type FileOutcome } from "../import/desk-import.server.ts";
import { knownProblemWords } from "./problem-words.ts";
import type { Route } from "./+types/desk-file.route.ts";

export { clientAction } from "../../venues/desk/client-action.ts";
export { deskHandle as handle, deskMeta as meta } from "../../venues/desk/page.tsx";

/** What is wrong with a file, as a whole or line by line. Problems without a translation are shown in the import's English. */
type FileAnswer = { problem: string | null; problems: { path: string; words: string | null; english: string }[] };

const FINE: FileAnswer = { problem: null, problems: [] };
const SHOWN_MAX = 200;

/** '/desk/fichier': export and import of the whole venue in one file. */
export function loader() {
  return { title: m.desk_s_fichier() };
}

export async function action({ context, request }: Route.ActionArgs) {
  const asked = deskRequest(context);
  const read = await jsonIn(await request.formData());
  if ("problem" in read) return refused({ problem: read.problem, problems: [] });
  const { world, venue, operator } = asked;
  const encoder = context.get(pictureEncoder);
  const outcome = await importFile({ ...world, encoder }, venue, operator, read.value);
  if (!("imported" in outcome)) return refused(told(outcome));
  await asked.reloadVenues();
  return redirectInDesk(asked, deskPaths.file, m.desk_file_imported());
}

function told(outcome: Exclude<FileOutcome, { imported: true }>): FileAnswer {
  if ("isOther" in outcome) return { problem: m.desk_file_other(), problems: [] };
  const problems =
    "problems" in outcome
      ? outcome.problems.map(({ path, message }) => ({ path, words: knownProblemWords(message), english: message }))
      : outcome.fixed.map(({ path, value }) => ({ path, words: m.desk_file_fixed({ value }), english: "" }));
  return { problem: null, problems: problems.slice(0, SHOWN_MAX) };
}

function refused(answer: FileAnswer) {
  return data(answer, { status: 422 });
}

async function jsonIn(form: FormData): Promise<{ value: unknown } | { problem: string }> {
  const file = form.get("file");
  if (!(file instanceof File) || file.size === 0) return { problem: m.desk_file_none() };
  try {
    return { value: JSON.parse(await file.text()) as unknown };
  } catch {
    return { problem: m.desk_file_unread() };
  }
}

export default function DeskFile({ loaderData: { title }, actionData }: Route.ComponentProps) {
  return (
    <DeskPage
      title={title}
      lead={m.desk_l_fichier()}
      actions={
        <DeskLink className="button button-line button-small" href={deskPaths.fileHistory}>
          {m.desk_history()}
        </DeskLink>
      }
    >
      <section className="desk-part">
        <h2>{m.desk_file_export_title()}</h2>
        <p className="desk-help">{m.desk_file_export_text()}</p>
        <Download href={deskPaths.fileExport} label={m.desk_file_export()} />
        <p className="desk-help">{m.desk_file_archive_text()}</p>
        <Download href={deskPaths.fileArchive} label={m.desk_file_archive()} />
      </section>
      <ImportPart answer={useDeskAnswer<typeof action>(actionData) ?? FINE} />
    </DeskPage>
  );
}

function Download({ href, label }: { href: string; label: string }) {
  return (
    <p>
      <a className="button button-line button-small" href={href} download>
        <DeskIcon name="download-simple" />
        {label}
      </a>
    </p>
  );
}

function ImportPart({ answer: { problem, problems } }: { answer: FileAnswer }) {
  return (
    <section className="desk-part">
      <h2>{m.desk_file_import_title()}</h2>
      <p className="desk-help">{m.desk_file_import_text()}</p>
      {problems.length > 0 && (
        <DeskAlert>
          <p>{m.desk_file_problems()}</p>
          <ul>
            {problems.map(({ path, words, english }) => (
              <li key={`${path} ${words ?? english}`}>
                <code>{path}</code> {words ?? <span lang="en">{english}</span>}
              </li>
            ))}
          </ul>
        </DeskAlert>
      )}
      <DeskForm encType="multipart/form-data">
        <DeskText
          name="file"
          label={m.desk_f_file()}
          type="file"
          accept=".json,application/json"
          problem={problem ?? undefined}
        />
        <p>
          <button className="button button-venue button-small" type="submit">
            <DeskIcon name="upload-simple" />
            {m.desk_file_import()}
          </button>
        </p>
      </DeskForm>
    </section>
  );
}
