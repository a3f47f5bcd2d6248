import type { PictureFile } from "../../pictures/calls.server.ts";
import type { BlockDocument } from "../contract.ts";
import type { Problem, Revision, Saved, States, Version } from "../editing/answers.ts";

export type { ContentState, Problem, Revision, Saved, Scheduled, Version } from "../editing/answers.ts";
export type { PictureFile };

/** The operator who edits a page, and their permissions. */
export type EditorSession = {
  name: string;
  canPublish: boolean;
  /** True on a site with drafts: saved texts are not live until somebody publishes them. */
  keepsDrafts: boolean;
  projectId: number;
  slug: string;
  locale: "fr" | "en";
  locales: ("fr" | "en")[];
  timeZone: string;
};

/**
 * How a write ended. `lost` means no connection, `over` an ended session; in both cases the text stays in the browser.
 */
export type Outcome<Data> =
  | { data: Data }
  | { conflict: Version }
  | { problems: Problem[] }
  | { failure: "lost" | "over" | "refused"; message: string };

/** The calls of the editor, with the browser's own cookie. */
export function editorApi({ projectId, locale }: Pick<EditorSession, "projectId" | "locale">) {
  async function call<Data>(method: string, path: string, body?: unknown): Promise<Outcome<Data>> {
    const isForm = body instanceof FormData;
    try {
      const answer = await fetch(`/api${path}`, {
        method,
        headers: { locale, ...(body === undefined || isForm ? {} : { "Content-Type": "application/json" }) },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
      return outcomeOf<Data>(answer.status, (await answer.json()) as Answer<Data>);
    } catch {
      return { failure: "lost", message: "" };
    }
  }

  const writing = (key: string, document: BlockDocument, rev: number) => ({
    key,
    content: JSON.stringify(document),
    rev,
    projectId,
  });
  return {
    save: (key: string, document: BlockDocument, rev: number) =>
      call<Saved>("PUT", "/project/content", writing(key, document, rev)),
    schedule: (key: string, document: BlockDocument, rev: number, publish_at: string) =>
      call<Saved>("PUT", "/project/content", { ...writing(key, document, rev), publish_at }),
    withdraw: (id: string) => call<object>("DELETE", `/operators/schedules/${projectId}/${id}`),
    states: () => call<States>("GET", `/operators/content/${projectId}`),
    /** The newest versions, or those before revision `below`. */
    history: (key: string, below?: number) =>
      call<Revision[]>(
        "GET",
        `/operators/content/${projectId}/${key}/revisions${below === undefined ? "" : `?below=${below}`}`,
      ),
    restore: (key: string, from: number, rev: number) =>
      call<Saved>("POST", `/operators/content/${projectId}/${key}/restorations`, { from, rev }),
    /** `over`: the live revision that the operator looked at too. */
    publish: (key: string, rev: number, over?: number) =>
      call<Saved>("POST", `/operators/content/${projectId}/${key}/publications`, { rev, over }),
    discard: (key: string, rev: number) =>
      call<object>("POST", `/operators/content/${projectId}/${key}/discards`, { rev }),
    picture: (key: string) => call<PictureFile>("GET", `/operators/pictures/${projectId}/${key}`),
    describePicture: (key: string, words: object) =>
      call<object>("PUT", `/operators/pictures/${projectId}/${key}`, words),
    restorePicture: (key: string, from: number) =>
      call<object>("POST", `/operators/pictures/${projectId}/${key}/restorations`, { from }),
    upload: (form: FormData) => call<{ key: string }>("POST", "/img/upload/full", form),
    pictures: async (): Promise<string[]> => {
      const answer = await fetch(`/api/project/${projectId}`).catch(() => null);
      const body = answer?.ok === true ? ((await answer.json()) as { imgList: Record<string, object> }) : null;
      return Object.keys(body?.imgList ?? {});
    },
    logOut: () => call<object>("DELETE", "/operators/sessions"),
  };
}
export type EditorApi = ReturnType<typeof editorApi>;

type Answer<Data> = {
  data?: Data;
  error?: string | Problem[];
  error_details?: { theirs: Version };
};

function outcomeOf<Data>(status: number, { data, error, error_details }: Answer<Data>): Outcome<Data> {
  if (status === 200 && data !== undefined) return { data };
  if (status === 409 && error_details !== undefined) return { conflict: error_details.theirs };
  if (Array.isArray(error)) return { problems: error };
  return { failure: status === 401 ? "over" : "refused", message: error ?? "" };
}

export function documentOf(content: string): BlockDocument {
  return JSON.parse(content) as BlockDocument;
}

/** The address of a picture within the tools. */
export function pictureHref(key: string, width = 600): string {
  return `/media/${encodeURIComponent(key)}?width=${width}`;
}
