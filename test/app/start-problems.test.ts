import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase, projectPath } from "../../src/platform/database/database.server.ts";
import { openSecrets } from "../../src/platform/secrets/secrets.server.ts";
import { attackRow } from "../support/attack-rows.ts";
import { createPostgresDatabase } from "../support/databases.ts";
import { freePort } from "../support/free-port.ts";
import { PROGRAM_ENVIRONMENT } from "../support/processes.ts";
import { openTestApp } from "../support/test-app.ts";

const root = dirname(projectPath("package.json"));
let dir: string;
/** A database with a venue that takes cashless payments. */
let url: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "baize-problems-"));
  url = await createPostgresDatabase();
  const database = await openDatabase({ url });
  await (await openTestApp(database, { venues: ["port-serac"], pictures: "stand-ins" })).close();
  await database.close();
}, 120_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The program as a service runs it. It is ended once it is ready. */
async function start(variables: Record<string, string>): Promise<{ code: number | null; errors: string[] }> {
  const { child, ended } = spawned(variables);
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  child.stdout?.on("data", (chunk: Buffer) => {
    if (chunk.includes("Ready in")) child.kill("SIGTERM");
  });
  return { code: await ended, errors: errors.split("\n").filter((line) => line !== "") };
}

function spawned(variables: Record<string, string>) {
  const child = spawn(projectPath("node_modules/.bin/node"), ["bin/start.ts"], {
    cwd: root,
    env: { ...PROGRAM_ENVIRONMENT, DATA_DIR: dir, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { child, ended: once(child, "exit").then(([code]) => code as number | null) };
}

it("names every impossible setting in a line of its own and ends with 78", async () => {
  expect(await start({ LOG_LEVEL: "foo", HOST: "not a host", PORT: "0", DATABASE_URL: "mysql://x" })).toEqual({
    code: 78,
    errors: [
      "Baize cannot start:",
      expect.stringMatching(/^ {2}HOST: /),
      expect.stringMatching(/^ {2}PORT: /),
      expect.stringMatching(/^ {2}DATABASE_URL: /),
      expect.stringMatching(/^ {2}LOG_LEVEL: /),
    ],
  });
});

it("ends with 78 where a venue has no bank, the secrets are another installation's, or the demo is in the database", async () => {
  const production = { SANDBOX: "off", DATABASE_URL: url, PORT: String(await freePort()) };
  const noBank: unknown = expect.stringMatching(
    /^ {2}FINTECTURE_APP_ID_[A-Z_]+: is required, because Port-Sérac has top-ups/,
  );
  // The venue of this test is the demo's.
  const demo: unknown[] = [
    "  demo keys of the floor are valid at the sites 151",
    "  demo venues are visible: port-serac",
    expect.stringMatching(/^ {2}the database holds nothing but the demo: start on a new one/),
  ];
  expect(await start(production)).toEqual({ code: 78, errors: ["Baize cannot start:", noBank, ...demo] });
  openSecrets(join(dir, "other.json"));
  expect(await start({ ...production, SECRETS_FILE: join(dir, "other.json") })).toEqual({
    code: 78,
    errors: [
      "Baize cannot start:",
      expect.stringMatching(/^ {2}SECRETS_FILE: .*another installation/),
      noBank,
      ...demo,
    ],
  });
  attackRow(
    "wrong secrets",
    "a start with the secrets file of another installation",
    "ended with 78, named the file and the installation that the database expects",
  );
});

it("says in one line that the database, the address or a directory cannot be used", async () => {
  const production = { SANDBOX: "off", PORT: String(await freePort()) };
  writeFileSync(join(dir, "file"), "");
  const empty = await createPostgresDatabase();
  const [away, missing, elsewhere, blocked] = await Promise.all([
    start({ ...production, DATABASE_URL: "postgres://nobody:secret@127.0.0.1:1/none" }),
    start({ ...production, DATABASE_URL: url.replace(/[^/]+$/, "nowhere") }),
    start({ ...production, DATABASE_URL: empty, HOST: "192.0.2.1" }),
    start({ ...production, DATA_DIR: join(dir, "file", "data") }),
  ]);
  const refused = (line: RegExp) => ({ code: 78, errors: ["Baize cannot start:", expect.stringMatching(line)] });
  expect(away).toEqual({
    code: 1,
    errors: [expect.stringMatching(/^The database at 127\.0\.0\.1:1\/none cannot be reached: /)],
  });
  expect(missing).toEqual(refused(/^ {2}DATABASE_URL: .*nowhere/));
  expect(elsewhere).toEqual(refused(/^ {2}HOST: .*192\.0\.2\.1/));
  expect(blocked).toEqual(refused(/^ {2}DATA_DIR: /));
});

it("listens on the address of HOST only", async () => {
  const port = await freePort();
  const { child, ended } = spawned({
    SANDBOX: "off",
    DATABASE_URL: await createPostgresDatabase(),
    PORT: String(port),
    HOST: "127.0.0.2",
  });
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) if (chunk.includes("Ready in")) break;
  const answers = await Promise.all(["127.0.0.1", "127.0.0.2"].map((host) => isOpen(host, port)));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(answers).toEqual([false, true]);
});

async function isOpen(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  const opened = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "error").then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return opened;
}
