import { issueTicket } from "../../src/staff/tickets.server.ts";
import { PERMISSIONS, type Permission } from "../../src/staff/contract.ts";
import type { TestApp } from "./test-app.ts";

export type Staff = Awaited<ReturnType<typeof logInStaff>>;
type CallAnswer = { status: number; headers: Headers; body: Record<string, unknown> };

/** A log-in ticket as `npm run operator` prints it. */
export function ticketFor(
  app: TestApp,
  {
    venues = ["port-serac"],
    name = "Camille",
    can = PERMISSIONS,
  }: { venues?: string[]; name?: string; can?: readonly Permission[] } = {},
): Promise<string> {
  return issueTicket(app.world, { name, venues, permissions: can });
}

/** An operator who has logged in with a ticket, the command's or the given one, and calls the API of a venue's site with the token. */
export async function logInStaff(
  app: TestApp,
  options: { venues?: string[]; name?: string; can?: readonly Permission[]; slug?: string; ticket?: string } = {},
) {
  const { slug = options.venues?.[0] ?? "port-serac", ...asked } = options;
  const ticket = asked.ticket ?? (await ticketFor(app, asked));
  const opened = await call(app, slug, "POST", "/operators/sessions", { ticket });
  const { token } = (opened.body as unknown as { data: { token: string } }).data;
  const cookie = opened.headers.getSetCookie().find((line) => line.startsWith("operator_token=")) ?? "";

  return {
    token,
    ticket,
    cookieLine: cookie,
    cookie: cookie.split(";")[0] ?? "",
    ask: (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      call(app, slug, method, path, body, { authorization: `Bearer ${token}`, ...headers }),
    save: (key: string, text: string | object[], more: object = {}, headers: Record<string, string> = {}) =>
      call(
        app,
        slug,
        "PUT",
        "/project/content",
        { key, content: JSON.stringify({ blocks: typeof text === "string" ? [paragraph(text)] : text }), ...more },
        { authorization: `Bearer ${token}`, ...headers },
      ),
    /** A page of the site as this operator's browser gets it. */
    page: async (path: string, headers: Record<string, string> = {}) => {
      const answer = await app.get(slug, path, { cookie: cookie.split(";")[0] ?? "", ...headers });
      return { status: answer.status, headers: answer.headers, html: await answer.text() };
    },
  };
}

export function paragraph(text: string): object {
  return { type: "paragraph", data: { text } };
}

/** Calls the API on a venue's host. A form is sent as it is, anything else as JSON. */
export async function call(
  app: TestApp,
  slug: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<CallAnswer> {
  const isForm = body instanceof FormData;
  const answer = await app.send(slug === "" ? "localhost:3000" : `${slug}.localhost:3000`, `/api${path}`, {
    method,
    headers: { ...(body === undefined || isForm ? {} : { "content-type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: isForm || typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === "" ? {} : (JSON.parse(text) as CallAnswer["body"]),
  };
}
