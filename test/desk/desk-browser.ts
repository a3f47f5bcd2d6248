import { DomUtils, parseDocument } from "htmlparser2";
import type { TestApp } from "../support/test-app.ts";
import { logInStaff, type Staff } from "../support/staff.ts";

type Fields = [name: string, value: string][];
type Options = NonNullable<Parameters<typeof logInStaff>[1]>;

export type DeskPage = {
  status: number;
  location: string | null;
  headers: Headers;
  html: string;
  /** The text of the page, without markup. */
  words: string;
  heading: string;
  /** The fields that the page's first desk form would send, unchanged. */
  fields: Fields;
  value: (name: string) => string | null;
  /** The problem shown under a field. */
  problem: (name: string) => string | null;
};

/**
 * An operator at a venue's desk, in a browser without script. It follows no redirect by itself and keeps the cookie
 * of short messages.
 */
export async function atTheDesk(app: TestApp, options: Options = {}) {
  const staff = await logInStaff(app, options);
  return deskBrowser(app, staff, options.slug ?? options.venues?.[0] ?? "port-serac");
}

function deskBrowser(app: TestApp, staff: Staff, slug: string) {
  const host = `${slug}.localhost:3000`;
  let note = "";
  let seen: DeskPage | null = null;

  async function ask(path: string, init: RequestInit = {}): Promise<DeskPage> {
    const headers = new Headers(init.headers);
    headers.set("cookie", `${staff.cookie}; ${note}`);
    const answer = await app.send(host, path, { ...init, headers });
    for (const line of answer.headers.getSetCookie())
      if (line.startsWith("desk_note=")) note = /Max-Age=0/.test(line) ? "" : (line.split(";")[0] ?? "");
    seen = pageOf(answer, await answer.text());
    return seen;
  }

  const post = (path: string, body: Fields | FormData, headers: Record<string, string> = {}) =>
    ask(path, {
      method: "POST",
      body: body instanceof FormData ? body : new URLSearchParams(body),
      headers: { origin: `http://${host}`, ...headers },
    });

  return {
    staff,
    open: (path: string, headers: Record<string, string> = {}) => ask(path, { headers }),
    post,
    /** Sends the form of `page` (by default the page seen last) with changed values. Null removes a field. */
    send: (path: string, values: Record<string, string | null> = {}, page: DeskPage | null = seen) =>
      post(path, changed(page?.fields ?? [], { do: "save", ...values })),
    /** Like `send`, then opens the page that the answer redirects to. */
    async save(path: string, values: Record<string, string | null> = {}, page: DeskPage | null = seen) {
      const answer = await post(path, changed(page?.fields ?? [], { do: "save", ...values }));
      return answer.location === null ? answer : ask(answer.location);
    },
  };
}

function changed(fields: Fields, values: Record<string, string | null>): Fields {
  const kept = fields.filter(([name]) => !(name in values));
  return [
    ...kept,
    ...Object.entries(values).flatMap(([name, value]): Fields => (value === null ? [] : [[name, value]])),
  ];
}

function pageOf(answer: Response, html: string): DeskPage {
  const document = parseDocument(html);
  const all = (name: string) => DomUtils.getElementsByTagName(name, document.children);
  const words = (name: string) => plain(DomUtils.innerText(all(name)));
  const form = all("form").find(({ attribs }) => attribs["class"]?.includes("desk-form"));
  const fields = form === undefined ? [] : fieldsIn(form.children);
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    headers: answer.headers,
    html,
    words: words("main"),
    heading: words("h1"),
    fields,
    value: (name) => fields.find(([one]) => one === name)?.[1] ?? null,
    problem(name) {
      const found = DomUtils.getElementById(`field-${name}-problem`, document.children);
      return found === null ? null : plain(DomUtils.innerText(found));
    },
  };
}

function fieldsIn(nodes: ReturnType<typeof parseDocument>["children"]): Fields {
  const controls = DomUtils.getElementsByTagName((tag) => /^(input|textarea|select)$/.test(tag), nodes);
  return controls.flatMap((control): Fields => {
    const { name = "", type = "text", value = "" } = control.attribs;
    if (name === "" || type === "file") return [];
    if (type === "checkbox" && control.attribs["checked"] === undefined) return [];
    // A browser drops the first line break of a text area.
    if (control.name === "textarea") return [[name, DomUtils.innerText(control).replace(/^\n/, "")]];
    if (control.name !== "select") return [[name, value]];
    const options = DomUtils.getElementsByTagName("option", control);
    const chosen = options.find(({ attribs }) => attribs["selected"] !== undefined) ?? options[0];
    return [[name, chosen?.attribs["value"] ?? ""]];
  });
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
