import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import type { Context } from "hono";
import { Hono } from "hono";
import type { Book } from "./book.ts";
import type { Journal } from "./journal.ts";
import { bridgeScript } from "./native-bridge.ts";
import { AppTookOverPage, NativePage } from "./pages/native-page.tsx";
import { page } from "./page.tsx";
import { venueOfUrl } from "./venues.ts";
import type { SandboxEnv } from "./with-faults.ts";

/** A message from a page to the app, or an action of the app. */
export type AppMessage = { at: string; site: string; message: unknown };

const KEPT = 200;
const MESSAGE_MAX = 4_096;
/** Headers that belong to one connection or are set anew. */
const NOT_FORWARDED = new Set([
  "host",
  "connection",
  "accept-encoding",
  "content-length",
  "transfer-encoding",
  "origin",
  "referer",
]);
const NOT_RETURNED = ["content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive", "etag"];

type NativeHostOptions = {
  siteUrl: string;
  sandboxUrl: string;
  scheme: string;
  book: Book;
  journal: Journal;
  now: () => Date;
};

/**
 * Plays the group's native app in a browser: on the sandbox's port, every venue's host shows that venue's site as the
 * app's web view does, with the bridge in each page. Nothing is framed. Messages from pages to the app are listed on
 * /native.
 */
export function openNativeHost({ siteUrl, sandboxUrl, scheme, book, journal, now }: NativeHostOptions) {
  const site = new URL(siteUrl);
  const { list, note, clear } = openMessages({ book, journal, now });
  /** Session tokens, by host, that the app received from a popup and has not yet passed to the page behind it. */
  const tokens = new Map<string, string>();

  const pages = new Hono<SandboxEnv>();
  pages.get("/api/native", (c) => c.json(list()));
  pages.delete("/api/native", (c) => {
    clear();
    return c.json(list());
  });
  pages.get("/native", (c) => page(c, <NativePage messages={list()} sandboxUrl={sandboxUrl} scheme={scheme} />));

  const view = new Hono<SandboxEnv>();
  view.post("/__app/messages", async (c) => {
    const text = await c.req.text();
    if (text.length > MESSAGE_MAX) return c.body(null, 413);
    note(hostOf(c), parsed(text));
    return c.body(null, 204);
  });
  view.get("/__app/token", (c) => {
    const token = tokens.get(hostOf(c));
    tokens.delete(hostOf(c));
    return token === undefined ? c.body(null, 204) : c.text(token);
  });
  // The app's web view has no service worker.
  view.get("/sw.js", (c) => c.body("", 200, { "Content-Type": "text/javascript" }));
  view.all("*", async (c) => {
    const answer = await fromSite(site, c.req.raw, hostOf(c));
    const location = answer.headers.get("location");
    return location?.startsWith(`${scheme}:`) === true ? takeOver(c, location) : shown(answer, scheme);
  });

  /** Plays the app being opened by its scheme: it stores the token for the page behind the popup. */
  function takeOver(c: Context<SandboxEnv>, address: string): Response | Promise<Response> {
    const url = new URL(address);
    const token = url.searchParams.get("token");
    if (token !== null) {
      tokens.set(hostOf(c), token);
      url.searchParams.set("token", `${token.slice(0, 4)}…`);
    }
    note(hostOf(c), { type: "appOpened", url: url.href });
    // On this host the site answers for everything else, so the page's styles come from the sandbox's own.
    c.set("frame", { assets: sandboxUrl });
    return page(c, <AppTookOverPage address={url.href} />);
  }

  return {
    pages,
    /** The web view of a venue's host, or null for the sandbox's own host. */
    viewOf(host: string | undefined): typeof view | null {
      return host !== undefined && /^[a-z0-9-]+\.localhost(:\d+)?$/.test(host) ? view : null;
    },
  };
}

/** The messages between pages and the app, the newest first. */
function openMessages({ book, journal, now }: Pick<NativeHostOptions, "book" | "journal" | "now">) {
  const kept = book.part<AppMessage[]>("app", () => messages);
  const messages: AppMessage[] = kept.stored ?? [];
  return {
    list: () => messages,
    note(from: string, message: unknown): void {
      messages.unshift({ at: now().toISOString(), site: from, message });
      messages.length = Math.min(messages.length, KEPT);
      kept.save();
      const type = typeof message === "object" && message !== null && "type" in message ? String(message.type) : null;
      journal.tell("app", { facts: { type }, venue: venueOfUrl(`http://${from}`) });
    },
    clear(): void {
      messages.length = 0;
      kept.save();
    },
  };
}

/** What the site answers to the request of a page on the given host. */
async function fromSite(site: URL, incoming: Request, host: string): Promise<Response> {
  const own = `${host}${site.port === "" ? "" : `:${site.port}`}`;
  const { pathname, search } = new URL(incoming.url);
  const kept = [...incoming.headers].filter(([name]) => !NOT_FORWARDED.has(name));
  const headers: Record<string, string> = { ...Object.fromEntries(kept), host: own, "accept-encoding": "identity" };
  if (incoming.headers.has("origin")) headers["origin"] = `${site.protocol}//${own}`;
  // Uses node:http and the site's own address, because not every machine resolves names below localhost and fetch
  // does not allow another Host header.
  const sent = request({ ...addressOf(site), path: `${pathname}${search}`, method: incoming.method, headers });
  sent.end(Buffer.from(await incoming.arrayBuffer()));
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const returned = new Headers();
  for (let at = 0; at < answer.rawHeaders.length; at += 2)
    returned.append(answer.rawHeaders[at] ?? "", answer.rawHeaders[at + 1] ?? "");
  const body = Buffer.concat(await answer.toArray());
  const status = answer.statusCode ?? 502;
  return new Response(status === 204 || status === 304 ? null : body, { status, headers: returned });
}

function addressOf({ hostname, port }: URL) {
  return { hostname, port: port === "" ? 80 : Number(port) };
}

function hostOf(c: Context<SandboxEnv>): string {
  return (c.req.header("host") ?? "").replace(/:\d+$/, "");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The site's answer as the app's web view shows it. */
async function shown(answer: Response, scheme: string): Promise<Response> {
  const { headers, status } = answer;
  for (const name of NOT_RETURNED) headers.delete(name);
  const isPage = headers.get("content-type")?.startsWith("text/html") === true;
  if (!isPage) return new Response(answer.body, { status, headers });
  const { html, policy } = withBridge(await answer.text(), headers.get("content-security-policy") ?? "", scheme);
  headers.set("content-security-policy", policy);
  return new Response(status === 304 ? null : html, { status, headers });
}

function withBridge(html: string, policy: string, scheme: string): { html: string; policy: string } {
  const script = bridgeScript(randomBytes(24).toString("base64url"), scheme);
  const hash = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
  return {
    html: html.replace(/<head[^>]*>/, (head) => `${head}<script>${script}</script>`),
    policy: policy.replace("script-src", `script-src ${hash}`).replace(/connect-src [^;]*/, "connect-src 'self'"),
  };
}
