import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { hasCode } from "../error-code.ts";
import { exitOnProblems, exitWith } from "../exit.server.ts";
import type { Config } from "../settings/config.server.ts";
import { isTrustedProxy } from "./client-address.server.ts";
import { listening } from "./listening.server.ts";
import { REQUEST_ID_HEADER, requestIdFrom, withRequestId } from "../request-id.server.ts";
import { securityHeaders } from "./security-headers.server.ts";

/** The server's limits: times in milliseconds, headers in bytes and lines. */
export const HTTP_LIMITS = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 20_000,
  uploadTimeoutMs: 60_000,
  headerBytes: 8 * 1024,
  headerLines: 64,
  requestsPerSocket: 1_000,
  drainMs: 20_000,
} as const;

const UNREADABLE = "The request could not be read.";
/** A name or an address, with or without a port. Which names are ours is the app's to say. */
const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._~-]{1,255})(:\d{1,5})?$/i;

export type HttpServer = {
  server: Server;
  listen: (port: number, host?: string) => Promise<number>;
  drain: () => Promise<void>;
};
type Listener = (request: IncomingMessage, response: ServerResponse, id: string) => boolean;
type Sockets = { incoming: IncomingMessage; outgoing: ServerResponse };
type App = (request: Request, env: Sockets) => Response | Promise<Response>;

/**
 * The HTTP server. `fast` writes a cached page directly, with the request's id, and returns true; every other request goes to the app.
 * Every answer carries the id of its request: that of a trusted proxy, if it is well formed, or a new one. Answers to requests that cannot be parsed carry the security headers too and close the connection.
 */
export function openHttpServer(options: {
  publicScheme: Config["publicScheme"];
  fast: Listener;
  app: App;
  isUpload: (method: string, url: string) => boolean;
  /** The proxies whose ids of requests are taken over. */
  trustedProxies?: string[];
  limits?: Partial<Record<keyof typeof HTTP_LIMITS, number>>;
}): HttpServer {
  const limits = { ...HTTP_LIMITS, ...options.limits };
  const secure = securityHeaders(options);
  const refused = openRefusals(secure);
  const listener = listenerOf(options.app, secure);
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.uploadTimeoutMs,
      connectionsCheckingInterval: Math.min(1_000, Math.ceil(limits.headersTimeoutMs / 4)),
      keepAliveTimeout: 5_000,
      insecureHTTPParser: false,
      // Node's own refusal would lack the security headers.
      requireHostHeader: false,
    },
    (request, response) => {
      const id = requestIdFrom(
        request.headers["x-request-id"],
        isTrustedProxy({ trustedProxies: options.trustedProxies ?? [] }, request.socket.remoteAddress),
      );
      const refuse = (socket: Socket, status: number, text: string) => refused(socket, status, text, id);
      if (request.rawHeaders.length > limits.headerLines * 2)
        return refuse(request.socket, 431, "Too many header lines.");
      if (!isForOneHost(request)) return refuse(request.socket, 400, UNREADABLE);
      if (!isBodyless(request)) {
        const isUpload = options.isUpload(request.method ?? "", request.url ?? "");
        guardBodyTime(request, isUpload ? limits.uploadTimeoutMs : limits.requestTimeoutMs, refuse);
      } else if (options.fast(request, response, id)) return;
      response.setHeader(REQUEST_ID_HEADER, id);
      withRequestId(id, () => void listener(request, response));
    },
  );
  server.maxHeadersCount = limits.headerLines + 2;
  server.maxRequestsPerSocket = limits.requestsPerSocket;

  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[error.code ?? ""] ?? 400;
    refused(socket as Socket, status, UNREADABLE, requestIdFrom(undefined, false));
  });

  return {
    server,
    listen: (port, host) => listening(server, port, host),
    drain: () => drain(server, limits.drainMs),
  };
}

function listenerOf(app: App, secure: [string, string][]) {
  return getRequestListener((request, env) => app(request, env as Sockets), {
    overrideGlobalObjects: false,
    // A request whose address makes no sense. What the app throws is answered by the app.
    errorHandler: (error) =>
      new Response(UNREADABLE, {
        status: error instanceof RequestError ? 400 : 500,
        headers: [["Content-Type", "text/plain; charset=utf-8"], ...secure],
      }),
  });
}

/** Writes refusals of requests that no app can answer, and closes their connections. */
function openRefusals(secure: [string, string][]) {
  const rawHeaders = secure.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return (socket: Socket, status: number, text: string, id: string): void => {
    if (socket.writable)
      socket.end(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${text.length}\r\n${REQUEST_ID_HEADER}: ${id}\r\n${rawHeaders}\r\n${text}`,
      );
    setTimeout(() => socket.destroy(), 500).unref();
  };
}

/** Ends the process that cannot listen: with 78 if no address fits, with 1 if it is taken, perhaps by the node that is to be replaced. */
export function exitOnListenError(error: unknown, { host, port }: { host: string | undefined; port: number }): never {
  const words = error instanceof Error ? error.message : String(error);
  if (!hasCode(error, "EADDRINUSE")) exitOnProblems([`${host === undefined ? "PORT" : "HOST"}: ${words}`]);
  return exitWith(1, `Port ${port} cannot be opened: ${words}`);
}

/** Lets running requests end. Idle connections are closed at once, all others after `drainMs`. */
async function drain(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const late = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

/**
 * True if a request names one well-formed host. With two of them, or with another one in its address (`GET http://…`), a proxy and
 * this server could disagree about whose request it is.
 */
function isForOneHost({ rawHeaders, headers: { host }, url = "" }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host").length;
  if (hosts !== 1 || host === undefined || !HOST.test(host)) return false;
  const named = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
  return named === undefined || named.toLowerCase() === host.toLowerCase();
}

function isBodyless(request: IncomingMessage): boolean {
  return request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined;
}

function guardBodyTime(
  request: IncomingMessage,
  limitMs: number,
  refuse: (socket: Socket, status: number, text: string) => void,
): void {
  const timer = setTimeout(() => {
    if (!request.complete) refuse(request.socket, 408, "The request took too long.");
  }, limitMs);
  request.once("close", () => clearTimeout(timer));
  request.once("end", () => clearTimeout(timer));
}
