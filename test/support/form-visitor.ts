import type { TestApp } from "./test-app.ts";
import { solveCaptcha } from "./gateways.ts";

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
let places = 0;

/** A page as its visitor sees it. */
export type Seen = {
  status: number;
  location: string | null;
  headers: Headers;
  html: string;
  /** The text of the page, without markup. */
  words: string;
  /** The problem shown under a field, if the field's aria-describedby refers to it. */
  problem: (field: string) => string | null;
  /** The value of a field, or of the ticked choice. */
  value: (field: string) => string | null;
  alert: string | null;
  heading: string;
};

/**
 * A browser without script on one venue's site. It keeps cookies, follows no redirect by itself, and submits a form
 * with all its fields.
 */
export function formVisitor(app: TestApp, { slug = "port-serac", locale = "fr" } = {}) {
  const host = `${slug}.localhost:3000`;
  const cookies = new Map<string, string>([["locale", locale]]);
  const place = (places += 1);
  let seen: Seen | null = null;

  async function ask(path: string, init: RequestInit): Promise<Seen> {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    headers.set("x-forwarded-for", `198.${18 + (place >> 8)}.${place & 255}.9`);
    const answer = await app.send(host, path, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) keep(line);
    seen = seenFrom(answer, await answer.text());
    return seen;
  }

  function keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0/.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  }

  const post = (path: string, fields: Record<string, string> | URLSearchParams, headers: Record<string, string> = {}) =>
    ask(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin: `http://${host}`, "sec-fetch-site": "same-origin", ...headers },
    });

  return {
    cookies,
    post,
    open: (path: string) => ask(path, {}),
    /** Submits the last page's form with all its fields, hidden ones included. */
    send: (path: string, fields: Record<string, string> = {}) =>
      post(path, { ...fieldsOf(seen?.html ?? ""), ...fields }),
    proof: async () => ({ recaptcha: await solveCaptcha(await app.world.gateways.captcha.challenge()) }),
  };
}

function seenFrom(answer: Response, html: string): Seen {
  const textOf = (pattern: RegExp) => {
    const found = pattern.exec(html)?.[1];
    return found === undefined ? null : plain(found);
  };
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    headers: answer.headers,
    html,
    words: plain(html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, "")),
    problem(field) {
      const isDescribed = new RegExp(`aria-describedby="[^"]*field-${field}-problem`).test(html);
      return isDescribed ? textOf(new RegExp(`id="field-${field}-problem"[^>]*>([\\s\\S]*?)</p>`)) : null;
    },
    value: (field) => fieldsOf(html)[field] ?? null,
    alert: textOf(/class="alert" role="alert"[^>]*>([\s\S]*?)<\/div>/),
    heading: textOf(/<h1[^>]*>([\s\S]*?)<\/h1>/) ?? "",
  };
}

/** The fields that the page's first member-area form would send, unchanged. */
function fieldsOf(html: string): Record<string, string> {
  const form = /<form class="form"[\s\S]*?<\/form>/.exec(html)?.[0] ?? "";
  const fields: Record<string, string> = {};
  for (const [, attributes = ""] of form.matchAll(/<input\b([^>]*)>/g)) {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
    const name = attribute("name");
    const isChoice = /type="(checkbox|radio)"/.test(attributes);
    if (name === undefined || / disabled/.test(attributes) || (isChoice && !/ checked/.test(attributes))) continue;
    fields[name] = plain(attribute("value") ?? "");
  }
  const chosen = /<option\b[^>]*selected[^>]*value="([^"]*)"|<option\b[^>]*value="([^"]*)"[^>]*selected/.exec(form);
  if (chosen !== null) fields["country"] = chosen[1] ?? chosen[2] ?? "";
  return fields;
}

function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&([\w#]+);/g, (whole, name: string) => NAMED[name] ?? whole)
    .replaceAll(/\s+/g, " ")
    .trim();
}
