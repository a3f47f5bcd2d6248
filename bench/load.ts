import { fork } from "node:child_process";
import { join } from "node:path";
import type { IncomingHttpHeaders } from "node:http";

/** A fixed number of equal GET requests to this machine over as many keep-alive sockets. */
export type Load = {
  port: number;
  path: string;
  headers: Record<string, string>;
  requests: number;
  sockets: number;
  /** Every answer must have this status and, if `bodyLength` is given, this many bytes. */
  status: number;
  bodyLength?: number;
};
export type LoadResult = { answered: number; wrong: number; ms: number };

/** No load takes this long. One that hangs fails the bench. */
const LOAD_MS_MAX = 120_000;

/** Sends a load from a process of its own, so that the client's work does not count as the server's. */
export async function send(load: Load): Promise<LoadResult> {
  const client = fork(join(import.meta.dirname, "load-client.ts"), {
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const timer = setTimeout(() => client.kill("SIGKILL"), LOAD_MS_MAX);
  const result = await new Promise<LoadResult>((resolve, reject) => {
    client.once("message", (message) => resolve(message as LoadResult));
    client.once("exit", () => reject(new Error("The load client exited early")));
    client.send(load);
  });
  clearTimeout(timer);
  client.disconnect();
  if (result.wrong > 0)
    throw new Error(`${result.wrong} of ${load.requests} answers to ${load.path} were not as expected`);
  return result;
}

export type Answer = { status: number; rawHeaders: string[]; headers: IncomingHttpHeaders; body: Buffer };

/** Headers of the connection or the moment rather than of the answer. */
const OF_THE_CONNECTION = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

/** The answer's own headers as a flat list of names and values. */
export function ownHeaders({ rawHeaders }: Answer): string[] {
  const own: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (!OF_THE_CONNECTION.has(name.toLowerCase())) own.push(name, value);
  }
  return own;
}
