import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../support/free-port.ts";

/**
 * A PostgreSQL cluster on loopback like the one in docs/operating.md: one etcd, two Patroni members with synchronous
 * replication, and HAProxy in front of the primary. Real installations need three etcd members.
 */
const BIN = "/usr/lib/postgresql/15/bin";
const PATRONI = "/usr/bin/patroni";
const NEEDED = [PATRONI, "/usr/bin/etcd", "/usr/sbin/haproxy", `${BIN}/postgres`];
const READY_MS = 90_000;
const PASSWORD = "loopback";

type Member = { name: string; port: number; rest: number; process: ChildProcess | null };
export type Cluster = Awaited<ReturnType<typeof openCluster>>;

export async function openCluster() {
  const missing = NEEDED.filter((path) => !existsSync(path));
  if (missing.length > 0)
    throw new Error(`This needs ${missing.join(", ")} (Debian: patroni etcd-server haproxy postgresql-15)`);
  const dir = mkdtempSync(join(tmpdir(), "baize-cluster-"));
  own(dir);
  const started: ChildProcess[] = [];
  const [etcd, peer, front] = [await freePort(), await freePort(), await freePort()];
  const members: Member[] = [];
  for (const name of ["one", "two"])
    members.push({ name, port: await freePort(), rest: await freePort(), process: null });

  /** Runs a program as the user postgres, with its output in a file. */
  function run(name: string, program: string, args: string[]): ChildProcess {
    const out = openSync(join(dir, `${name}.log`), "a");
    const child = spawn("setpriv", ["--reuid=postgres", "--regid=postgres", "--clear-groups", program, ...args], {
      cwd: dir,
      stdio: ["ignore", out, out],
      detached: true,
      env: { PATH: `${BIN}:${process.env["PATH"] ?? ""}`, LC_ALL: "C.UTF-8", HOME: dir },
    });
    started.push(child);
    return child;
  }
  function startMember(member: Member): void {
    const file = join(dir, `${member.name}.json`);
    writeFileSync(file, JSON.stringify(patroniConfig(dir, member, etcd), null, 2), { mode: 0o644 });
    member.process = run(member.name, PATRONI, [file]);
  }
  const roleOf = async ({ rest }: Member): Promise<{ role?: string; sync_standby?: boolean }> =>
    fetch(`http://127.0.0.1:${rest}/patroni`, { signal: AbortSignal.timeout(1_000) })
      .then((answer) => answer.json() as Promise<{ role?: string }>)
      .catch(() => ({}));
  async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + READY_MS; !(await isTrue()); await delay(250))
      if (Date.now() > end) throw new Error(`The cluster did not reach: ${what}. See ${dir}`);
  }
  const leader = async () => {
    for (const member of members) if (/^(master|primary)$/.test((await roleOf(member)).role ?? "")) return member;
    return null;
  };
  const hasStandby = async () => {
    for (const member of members) if ((await roleOf(member)).sync_standby === true) return true;
    return false;
  };
  async function stop(): Promise<void> {
    for (const child of started) killTree(child, "SIGKILL");
    for (const { name } of members) killServer(join(dir, name));
    await delay(500);
    rmSync(dir, { recursive: true, force: true });
  }

  try {
    run("etcd", "/usr/bin/etcd", [
      `--data-dir=${join(dir, "etcd")}`,
      `--listen-client-urls=http://127.0.0.1:${etcd}`,
      `--advertise-client-urls=http://127.0.0.1:${etcd}`,
      `--listen-peer-urls=http://127.0.0.1:${peer}`,
      `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
      `--initial-cluster=default=http://127.0.0.1:${peer}`,
    ]);
    await delay(1_000);
    for (const member of members) startMember(member);
    writeFileSync(join(dir, "haproxy.cfg"), haproxyConfig(front, members));
    run("haproxy", "/usr/sbin/haproxy", ["-db", "-f", join(dir, "haproxy.cfg")]);
    await until("a primary and a synchronous standby", async () => (await leader()) !== null && (await hasStandby()));
  } catch (error) {
    for (const child of started) killTree(child, "SIGKILL");
    throw error;
  }
  return {
    url: (database: string) => `postgres://postgres:${PASSWORD}@127.0.0.1:${front}/${database}`,
    /**
     * Kills the primary's Patroni and PostgreSQL with SIGKILL, and waits for the other one to become primary. Returns
     * the duration.
     */
    async failOver(): Promise<{ from: string; to: string; ms: number }> {
      const from = await leader();
      if (from === null) throw new Error("There is no primary");
      const began = Date.now();
      if (from.process !== null) killTree(from.process, "SIGKILL");
      killServer(join(dir, from.name));
      await until("another primary", async () => {
        const now = await leader();
        return now !== null && now !== from;
      });
      return { from: from.name, to: (await leader())?.name ?? "", ms: Date.now() - began };
    },
    /** Starts the killed member again, which then follows the new primary. */
    async heal(): Promise<void> {
      for (const member of members) if (member.process === null || isOver(member.process)) startMember(member);
      await until("a synchronous standby again", hasStandby);
    },
    stop,
  };
}

function patroniConfig(dir: string, { name, port, rest }: Member, etcd: number): object {
  const login = { username: "postgres", password: PASSWORD };
  return {
    scope: "baize",
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 3,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 200 } },
      },
      initdb: [{ encoding: "UTF8" }, "data-checksums"],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      bin_dir: BIN,
      data_dir: join(dir, name),
      pgpass: join(dir, `${name}.pgpass`),
      authentication: { superuser: login, replication: { username: "replicator", password: PASSWORD }, rewind: login },
      parameters: { unix_socket_directories: dir, wal_log_hints: "on" },
      pg_hba: [
        "host replication replicator 127.0.0.1/32 scram-sha-256",
        "host all all 127.0.0.1/32 scram-sha-256",
        "local all all trust",
      ],
    },
  };
}

function haproxyConfig(front: number, members: Member[]): string {
  const servers = members.map(({ name, port, rest }) => `  server ${name} 127.0.0.1:${port} check port ${rest}`);
  return [
    "defaults",
    "  mode tcp",
    "  timeout connect 2s",
    "  timeout client 30m",
    "  timeout server 30m",
    "  timeout check 2s",
    "listen primary",
    `  bind 127.0.0.1:${front}`,
    "  option httpchk OPTIONS /primary",
    "  http-check expect status 200",
    "  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions",
    ...servers,
    "",
  ].join("\n");
}

const isOver = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

function killTree(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || isOver(child)) return;
  try {
    process.kill(child.pid, signal);
  } catch {
    // It has already ended.
  }
}

/** PostgreSQL survives its Patroni, so it is killed separately. */
function killServer(data: string): void {
  const file = join(data, "postmaster.pid");
  const pid = existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : 0;
  if (!(pid > 1)) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}

function own(dir: string): void {
  mkdirSync(dir, { recursive: true });
  const { status } = spawnSync("chown", ["postgres:postgres", dir]);
  if (status !== 0)
    throw new Error("This must run as root with a user postgres, because PostgreSQL does not run as root");
}
