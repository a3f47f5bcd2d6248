import fs, { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, it, vi } from "vitest";
import { openLog } from "./log.server.ts";

function lineOf(fields: object): Record<string, unknown> {
  const lines: string[] = [];
  openLog("info", { write: (line) => void lines.push(line) }).error(fields, "it failed");
  return JSON.parse(lines.join("")) as Record<string, unknown>;
}

it("logs an error's type, message, code and stack, and no other fields of it", () => {
  const refused = Object.assign(new Error("duplicate key value violates unique constraint"), {
    code: "23505",
    detail: "Key (email)=(ana@example.test) already exists.",
    params: ["ana@example.test"],
  });
  const line = lineOf({ err: new TypeError("it cannot be saved", { cause: refused }), route: "/api/users/web" });
  expect(line).toMatchObject({
    msg: "it failed",
    route: "/api/users/web",
    err: {
      type: "TypeError",
      message: "it cannot be saved",
      stack: expect.stringContaining("log.server.test.ts"),
      cause: { type: "Error", code: "23505" },
    },
  });
  expect(JSON.stringify(line)).not.toContain("ana@");
});

it("ends at circular causes, and accepts values that are no errors", () => {
  const round = new Error("round");
  round.cause = round;
  expect(lineOf({ err: round })).toHaveProperty("err.cause.cause.message", "round");
  expect(lineOf({ err: "ana@example.test" })).toHaveProperty("err", { type: "string" });
});

it("redacts credentials", () => {
  const line = JSON.stringify(lineOf({ token: "t0ken", password: "w0rd", headers: { cookie: "c00kie" } }));
  expect(line).not.toMatch(/t0ken|w0rd|c00kie/);
});

it("survives a full disk, reports it, and writes the waiting lines once there is room", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "log-")), "log");
  const fd = fs.openSync(file, "w");
  const full = vi.spyOn(fs, "write").mockImplementation((...given: unknown[]) => {
    const done = given.at(-1) as (error: Error) => void;
    setImmediate(done, Object.assign(new Error("no space left on device"), { code: "ENOSPC" }));
  });
  const log = openLog("info", pino.destination({ dest: fd }));
  log.info("one");
  await expect.poll(() => log.isWritten?.()).toBe(false);
  expect(fs.readFileSync(file, "utf8")).toBe("");
  full.mockRestore();
  log.info("two");
  await expect.poll(() => fs.readFileSync(file, "utf8")).toMatch(/"one".*\n.*"two"/);
  expect(log.isWritten?.()).toBe(true);
});
