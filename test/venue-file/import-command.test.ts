import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectPath } from "../../src/platform/database/database.server.ts";
import { builtFile } from "../support/built.ts";
import { demoVenue, type VenueFile } from "../support/test-app.ts";
import { freePort } from "../support/free-port.ts";
import { PROGRAM_ENVIRONMENT } from "../support/processes.ts";

/** Time limit for two processes on two busy cores, in milliseconds. */
const PATIENCE_MS = 180_000;
const ONE_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let dir: string;
let environment: NodeJS.ProcessEnv;
let port: number;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "baize-import-"));
  port = await freePort();
  environment = {
    ...PROGRAM_ENVIRONMENT,
    DATA_DIR: join(dir, "data"),
    PORT: String(port),
    SANDBOX_URL: "http://127.0.0.1:9",
    PICTURES_AHEAD: "covers",
    INIT_CWD: dir,
  };
  writeFileSync(join(dir, "one.png"), Buffer.from(ONE_PIXEL, "base64"));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe("npm run import, and npm run floor-key through the running site", () => {
  it(
    "opens the database itself when no site runs, and reads the pictures next to the file",
    async () => {
      await writeVenue("first.json", "Premier");
      expect(await runImport("first.json")).toEqual({ code: 0, output: "Imported bientot (99).\n" });
    },
    PATIENCE_MS,
  );

  it(
    "prints every problem on a line and exits with 1",
    async () => {
      await writeVenue("wrong.json", "", (venue) => venue.gallery.push("gone"));
      expect(await runImport("wrong.json")).toEqual({
        code: 1,
        output: [
          "wrong.json was not imported: 2 problems.",
          "  establishment.name: must not be empty",
          '  gallery[1]: no picture "gone" is listed under pictures or stored already',
          "",
        ].join("\n"),
      });
    },
    PATIENCE_MS,
  );

  it.each([
    ["no-such-file.json", null, "no-such-file.json cannot be read: "],
    ["broken.json", "{", "broken.json cannot be read: "],
  ])(
    "says in words why %s is not read",
    async (name, content, start) => {
      if (content !== null) writeFileSync(join(dir, name), content);
      const { code, output } = await runImport(name);
      expect(code).toBe(1);
      expect(output).toMatch(new RegExp(`^${start}[^\\n]+\\n$`));
    },
    PATIENCE_MS,
  );

  it(
    "imports through the running site, which shows the venue at once",
    async () => {
      const site = await startSite();
      try {
        expect(await nameInApi()).toBe("Premier");
        expect(await page()).toContain("Premier");
        await writeVenue("second.json", "Deuxième");
        expect(await runImport("second.json")).toEqual({ code: 0, output: "Imported bientot (99).\n" });
        expect(await nameInApi()).toBe("Deuxième");
        await expect.poll(page).toContain("Deuxième");
        expect((await runImport("wrong.json")).output).toContain("  establishment.name: must not be empty\n");
        const issued = await run("floor-key", "issue", "bientot", "--label", "Caisse", "--scopes", "look-ups");
        expect([issued.code, issued.output]).toEqual([
          0,
          expect.stringMatching(/^\d+ {2}bientot {2}Caisse; scopes: look-ups; .*\nThe key, .*\nfloor_[\w-]{43}\n$/),
        ]);
        expect(await nameInApi()).toBe("Deuxième");
        // Every other command on the database takes the same way.
        const before = secretsOf();
        expect(await run("secrets", "rotate")).toMatchObject({
          code: 0,
          output: expect.stringContaining("The secrets are now of the generation"),
        });
        expect(secretsOf()["previous"]).toMatchObject({ importKey: before["importKey"] });
        expect((await runImport("second.json")).code).toBe(0);
        expect((await run("secrets", "rotate")).code).toBe(1);
      } finally {
        site.kill("SIGTERM");
      }
      expect(await once(site, "exit")).toEqual([0, null]);
    },
    PATIENCE_MS * 2,
  );
});

const secretsOf = () => JSON.parse(readFileSync(join(dir, "data", "secrets.json"), "utf8")) as Record<string, unknown>;

/** A demo venue under another name, whose pictures are all one pixel, stored next to the file. */
async function writeVenue(
  file: string,
  name: string,
  change: (venue: VenueFile) => unknown = () => undefined,
): Promise<void> {
  const venue = await demoVenue("bientot");
  const picture = "one";
  Object.assign(venue.establishment, { name, cover: { picture } });
  for (const item of [...venue.games, ...venue.restauration, ...venue.activities, ...venue.announcements])
    item.picture = picture;
  venue.gallery = [picture];
  venue.pictures = [
    { key: picture, file: "one.png", alt: { fr: "Un point", en: "A dot" }, focal_point: { x: 0.5, y: 0.5 } },
  ];
  change(venue);
  writeFileSync(join(dir, file), JSON.stringify(venue));
}

const runImport = (file: string) => run("import", file);

async function run(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [projectPath("bin/run.mjs"), ...args], {
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => void (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

async function startSite(): Promise<ChildProcess> {
  const site = fork(builtFile("server/server.js"), {
    env: environment,
    execPath: projectPath("node_modules/.bin/node"),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await Promise.race([
    once(site, "message"),
    once(site, "exit").then(([code]) => Promise.reject(new Error(`the site exited with ${String(code)}`))),
  ]);
  return site;
}

async function nameInApi(): Promise<string> {
  const { data } = JSON.parse(await fetched("localhost", "/api/establishments/99")) as {
    data: { data: { name: string } };
  };
  return data.data.name;
}

const page = () => fetched("bientot.localhost", "/");

function fetched(host: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, headers: { host: `${host}:${port}` } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => void (text += chunk));
      answer.on("end", () => resolve(text));
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.end();
  });
}
