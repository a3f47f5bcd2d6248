import { createContext, data } from "react-router";
import { DeskAlert } from "../../operators/pages/desk-page.tsx";
import { DeskForm, DeskText } from "../../operators/pages/desk-parts.tsx";
import { deskRequest, leaveDesk, type DeskRequest } from "../../operators/pages/desk-request.server.ts";
import { showDeskPage } from "../../operators/pages/show-desk-page.server.tsx";
import { m } from "../../paraglide/messages.js";
import { Icon } from "../../ui/icon.tsx";
import { importFile, type FileOutcome } from "../file-import.server.ts";
import type { Route } from "./+types/desk-file.route.ts";
import { knownProblemWords } from "./problem-words.ts";

export { ServerContent as default } from "../../ui/page-assets.tsx";

type FileState = { problem: string | null; problems: { path: string; message: string }[] };
const fileState = createContext<FileState>({ problem: null, problems: [] });
const SHOWN_MAX = 200;

/** '/desk/fichier': the whole venue in one file, out and in. */
export async function loader({ context }: Route.LoaderArgs) {
  const request = deskRequest(context);
  const { problem, problems } = context.get(fileState);
  await showDeskPage(request, {
    title: m.desk_s_fichier(),
    lead: m.desk_l_fichier(),
    actions: (
      <a className="button button-line button-small" href="/desk/historique/fichier">
        {m.desk_history()}
      </a>
    ),
    content: (
      <>
        <section className="desk-part">
          <h2>{m.desk_file_export_title()}</h2>
          <p className="desk-help">{m.desk_file_export_text()}</p>
          <p>
            <a className="button button-line button-small" href="/desk/fichier/export" download>
              <Icon name="download-simple" small />
              {m.desk_file_export()}
            </a>
          </p>
          <p className="desk-help">{m.desk_file_archive_text()}</p>
          <p>
            <a className="button button-line button-small" href="/desk/fichier/archive" download>
              <Icon name="download-simple" small />
              {m.desk_file_archive()}
            </a>
          </p>
        </section>
        <section className="desk-part">
          <h2>{m.desk_file_import_title()}</h2>
          <p className="desk-help">{m.desk_file_import_text()}</p>
          {problems.length > 0 && (
            <DeskAlert>
              <p>{m.desk_file_problems()}</p>
              <ul>
                {problems.slice(0, SHOWN_MAX).map(({ path, message }) => (
                  <li key={`${path} ${message}`}>
                    <code>{path}</code> {knownProblemWords(message) ?? <span lang="en">{message}</span>}
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
                <Icon name="upload-simple" small />
                {m.desk_file_import()}
              </button>
            </p>
          </DeskForm>
        </section>
      </>
    ),
  });
  return null;
}

export async function action({ context }: Route.ActionArgs) {
  const request = deskRequest(context);
  const read = await jsonIn(request.form);
  if ("problem" in read) return refused(context, 422, { problem: read.problem, problems: [] });
  const { world, encoder, venue, operator } = request;
  const outcome = await importFile({ ...world, encoder }, venue, operator, read.value);
  if (!("imported" in outcome)) return refused(context, 422, told(outcome));
  await request.reloadVenues();
  return leave(request);
}

function leave(request: DeskRequest): Response {
  return leaveDesk(request, "/desk/fichier", m.desk_file_imported());
}

function told(outcome: Exclude<FileOutcome, { imported: true }>): FileState {
  if ("isOther" in outcome) return { problem: m.desk_file_other(), problems: [] };
  if ("problems" in outcome) return { problem: null, problems: outcome.problems };
  return {
    problem: null,
    problems: outcome.fixed.map(({ path, value }) => ({ path, message: m.desk_file_fixed({ value }) })),
  };
}

function refused(context: Route.ActionArgs["context"], status: number, state: FileState) {
  context.set(fileState, state);
  return data(null, { status });
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
