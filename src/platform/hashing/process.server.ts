import { fork, type ChildProcess } from "node:child_process";
import { argon2Here, type Argon2, type HashAnswer, type HashRequest } from "./argon2.ts";
import { projectPath } from "../database/database.server.ts";
import type { Log } from "../log.server.ts";

type Asked = HashRequest & { resolve: (hash: Uint8Array | Promise<Uint8Array>) => void };

const AGAIN_MS = 1_000;
/** Far longer than a hash takes on a busy machine: a process with pending requests and no answer for so long is stuck. */
const SILENT_MS = 20_000;

export type Hashing = { argon2: Argon2; stop: () => void };

/**
 * Makes hashes in a separate process (decision 0045). A low-priority libuv thread in this process would hold a lock of the event loop
 * when it reports a hash, and might be suspended just then, which delays page requests. If the process dies, its pending requests are
 * hashed here and a new process is started. A process that is silent for `silentMs` is killed.
 */
export function openHashing(log: Log, silentMs: number = SILENT_MS): Hashing {
  const asked = new Map<number, Asked>();
  let child: ChildProcess | null = null;
  let lastId = 0;
  let isStopped = false;
  let silence: NodeJS.Timeout | undefined;

  function start(): void {
    if (isStopped) return;
    try {
      const started = forked();
      child = started;
      started.on("message", answered);
      started.once("error", (error) => lost(started, { err: error }));
      started.once("exit", (code, signal) => lost(started, { code, signal }));
    } catch (error) {
      log.error({ err: error }, "the hashing process could not be started");
      startAgain();
    }
  }

  function startAgain(): void {
    setTimeout(start, AGAIN_MS).unref();
  }

  function answered({ id, hash }: HashAnswer): void {
    asked.get(id)?.resolve(hash);
    asked.delete(id);
    watchSilence();
  }

  /** Restarts the timer for silence if requests are pending. */
  function watchSilence(): void {
    clearTimeout(silence);
    if (asked.size > 0) silence = setTimeout(() => child?.kill("SIGKILL"), silentMs).unref();
  }

  function lost(gone: ChildProcess, why: object): void {
    if (child !== gone) return;
    child = null;
    if (!isStopped) log.error(why, "the hashing process has ended");
    for (const { secret, options, resolve } of asked.values()) resolve(argon2Here(secret, options));
    asked.clear();
    clearTimeout(silence);
    startAgain();
  }

  const argon2: Argon2 = (secret, options) => {
    if (child === null) return argon2Here(secret, options);
    const { promise, resolve } = Promise.withResolvers<Uint8Array>();
    const request: HashRequest = { id: ++lastId, secret, options };
    asked.set(request.id, { ...request, resolve });
    if (asked.size === 1) watchSilence();
    // A failed send is followed by the process's exit event, which answers pending requests.
    child.send(request, () => undefined);
    return promise;
  };

  start();
  return {
    argon2,
    stop() {
      isStopped = true;
      if (child?.connected === true) child.disconnect();
    },
  };
}

function forked(): ChildProcess {
  return fork(projectPath("src/platform/hashing/child.ts"), [], {
    env: environment(),
    execArgv: [],
    serialization: "advanced",
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

/** Only the variables that a program needs for loading: no secrets, no addresses. */
function environment(): Record<string, string> {
  const { PATH = "", LD_LIBRARY_PATH = "" } = process.env;
  return { PATH, LD_LIBRARY_PATH };
}
